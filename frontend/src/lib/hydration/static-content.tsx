import { lazy, useEffect, useState, type ComponentType, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadChunk } from './load-chunk';
import { isHydrated } from './hydration-state';
import { useIsClient } from './use-is-client';

type Load = () => Promise<{ Content: ComponentType }>;

/** Must stay the same object: a new one would make React reset the HTML. */
const KEEP_HTML = { __html: '' };

/**
 * Static content: text, images, links, native controls. On a prerendered page its HTML is kept and its code
 * is not loaded until the page is left. On a client-rendered page its code is loaded with the page. Links
 * navigate on the client in both cases.
 */
export async function staticContent(load: Load): Promise<ComponentType> {
  let LoadedContent: ComponentType | undefined;
  const loadContent = async () => {
    const { Content } = await loadChunk(load);
    LoadedContent = Content;
    return { default: Content };
  };
  const isPrerender = typeof document === 'undefined';
  if (isPrerender) LoadedContent = (await load()).Content;
  else if (isHydrated()) await loadContent();
  const LazyContent = lazy(loadContent);

  return function StaticContent() {
    const keepsHtml = useIsHydrating() && !isPrerender;
    const [RenderedContent] = useState(() => LoadedContent ?? LazyContent);
    useEffect(() => {
      if (!keepsHtml) return undefined;
      // Loads the code for when the page is shown again.
      return () =>
        void load().then(
          ({ Content }) => (LoadedContent = Content),
          () => undefined,
        );
    }, [keepsHtml]);
    return keepsHtml ? (
      <PrerenderedContent />
    ) : (
      <div>
        <RenderedContent />
      </div>
    );
  };
}

/** The prerendered HTML. */
function PrerenderedContent() {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const path = getLinkPath(event);
    if (path === undefined) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are pressed; a key on a link is a press, too
    <div suppressHydrationWarning dangerouslySetInnerHTML={KEEP_HTML} onClick={follow} />
  );
}

/**
 * Target of a plain click on an internal link. Clicks with modifier keys or other buttons are left to the
 * browser.
 */
function getLinkPath(event: MouseEvent): string | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return undefined;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target) return undefined;
  const href = link.getAttribute('href');
  return href?.startsWith('/') ? href : undefined;
}

/** Whether this component was first rendered during hydration. */
function useIsHydrating(): boolean {
  const hydrating = !useIsClient();
  const [initial] = useState(hydrating);
  return initial;
}
