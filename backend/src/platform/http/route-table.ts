import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { match, type MatchFunction } from 'path-to-regexp';

/** Precedes the path of every route. */
export const GLOBAL_PREFIX = 'api';

interface Route {
  method: string;
  match: MatchFunction<Record<string, string | string[]>>;
}

/** The routes of all controllers and the added pages, for error messages about requests that match none of them. */
@Injectable()
export class RouteTable {
  private routes: readonly Route[] | undefined;
  private readonly added: Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Adds paths, below the prefix, that are served by GET without a controller. */
  addPages(...paths: string[]): void {
    for (const path of paths) this.added.push({ method: 'GET', match: match(joined(GLOBAL_PREFIX, path)) });
  }

  /** Methods supported at a path, for the `Allow` header. Empty if the path does not exist. */
  methodsAt(path: string): string[] {
    const supported = new Set(this.matching(path).map(({ method }) => method));
    if (supported.size === 0) return [];
    if (supported.has('GET')) supported.add('HEAD');
    return [...supported, 'OPTIONS'];
  }

  /** The name of the route parameter at one segment of a path; undefined if there is none. */
  parameterAt(segments: readonly string[], index: number): string | undefined {
    // The segment, and possibly others, cannot be decoded. Match the route with placeholders instead.
    const placeholder = 'this-segment';
    const path = segments
      .map((segment, position) => {
        if (position === index) return placeholder;
        return segment.includes('%') ? 'another' : segment;
      })
      .join('/');
    for (const { params } of this.matching(path)) {
      const found = Object.entries(params).find(([, value]) => value === placeholder);
      if (found) return found[0];
    }
    return undefined;
  }

  private matching(path: string) {
    this.routes ??= this.readRoutes();
    return [...this.routes, ...this.added].flatMap(({ method, match: matches }) => {
      const matched = matches(path);
      return matched ? [{ method, params: matched.params }] : [];
    });
  }

  private readRoutes(): Route[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (!metatype) return [];
      const prototype = metatype.prototype as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name]!;
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined) return [];
        return getPaths(metatype).flatMap((prefix) =>
          getPaths(handler).map((path) => ({
            method: RequestMethod[method],
            match: match<Record<string, string | string[]>>(joined(GLOBAL_PREFIX, prefix, path)),
          })),
        );
      });
    });
  }
}

/** Paths given to the decorator of a controller or route. */
function getPaths(target: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, target) ?? '') as string | string[]].flat();
}

function joined(...paths: string[]): string {
  const segments = paths.flatMap((path) => path.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
