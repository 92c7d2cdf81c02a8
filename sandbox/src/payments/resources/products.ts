import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  emptyable,
  fields,
  flag,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { newId } from '../state/identifiers.ts';
import type { Product } from '../state/wire.ts';

const shape = {
  active: flag,
  description: emptyable(text),
  images: emptyable(array(text)),
  marketing_features: emptyable(array(fields({ name: required(text) }))),
  metadata: emptyable(metadata),
  name: text,
  statement_descriptor: text,
  tax_code: emptyable(text),
  unit_label: emptyable(text),
  url: emptyable(text),
};

const create = route({
  method: 'POST',
  path: '/v1/products',
  parameters: { ...shape, name: required(text), id: text },
  run(call, { id = newId('prod'), ...parameters }) {
    if (call.sandbox.store.get('product', id)) {
      throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    return createProduct(call, id, parameters);
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/products/:id',
  run(call) {
    const id = call.path['id'] ?? '';
    if (call.sandbox.store.get('deleted', id)) return { id, object: 'product', deleted: true };
    return findOrThrow(call, 'product', id);
  },
});

const update = route({
  method: 'POST',
  path: '/v1/products/:id',
  parameters: { ...shape, default_price: text },
  run(call, parameters) {
    const product = findOrThrow(call, 'product', call.path['id'] ?? '');
    const { active, name, description, unit_label, url, default_price, statement_descriptor } = parameters;
    const given = { active, name, description, unit_label, url, default_price, statement_descriptor };
    const updated = call.sandbox.store.put('product', {
      ...product,
      ...(Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as Partial<Product>),
      images: parameters.images === undefined ? product.images : (parameters.images ?? []),
      marketing_features:
        parameters.marketing_features === undefined
          ? product.marketing_features
          : (parameters.marketing_features ?? []),
      metadata: mergeMetadata(product.metadata, parameters.metadata),
      updated: call.sandbox.clock.now(),
    });
    emit(call.sandbox, 'product.updated', updated, product);
    return updated;
  },
});

const remove = route({
  method: 'DELETE',
  path: '/v1/products/:id',
  run(call) {
    const { store } = call.sandbox;
    const product = findOrThrow(call, 'product', call.path['id'] ?? '');
    if (store.findBy('price', 'product', product.id).length > 0) {
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.');
    }
    store.remove('product', product.id);
    store.put('deleted', { id: product.id, kind: 'product' });
    emit(call.sandbox, 'product.deleted', product);
    return { id: product.id, object: 'product', deleted: true };
  },
});

const list = route({
  method: 'GET',
  path: '/v1/products',
  parameters: { ...paging, active: flag, created: timeRange, ids: array(text) },
  run: (call, parameters) =>
    listPage(
      call,
      'product',
      parameters,
      ({ id, active, created }) =>
        isWithin(created, parameters.created) &&
        (parameters.active === undefined || active === parameters.active) &&
        (!parameters.ids || parameters.ids.includes(id)),
    ),
});

interface ProductInput {
  name: string;
  active?: boolean;
  description?: string | null;
  images?: string[] | null;
  marketing_features?: { name: string }[] | null;
  metadata?: Record<string, string> | null;
  statement_descriptor?: string;
  unit_label?: string | null;
  url?: string | null;
}

export function createProduct({ sandbox }: Pick<Call, 'sandbox'>, id: string, input: ProductInput): Product {
  const now = sandbox.clock.now();
  const product = sandbox.store.put('product', {
    id,
    object: 'product',
    active: input.active ?? true,
    created: now,
    default_price: null,
    description: input.description ?? null,
    images: input.images ?? [],
    livemode: false,
    marketing_features: input.marketing_features ?? [],
    metadata: mergeMetadata({}, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: input.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: input.unit_label ?? null,
    updated: now,
    url: input.url ?? null,
  });
  emit(sandbox, 'product.created', product);
  return product;
}

export const productRoutes: readonly Route[] = [create, retrieve, update, remove, list];
