import { lazy, useEffect, useState, type ComponentType, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadChunk } from '../lib/browser/load-chunk';
import { isHydrated } from '../lib/browser/hydration';
import { useIsClient } from '../lib/use-is-client';

type Load = () => Promise<{ Content: ComponentType }>;

/** One object for ever: another one would be a change, and a change would empty the place. */
const KEEP_HTML = { __html: '' };

/**
 * A part that never changes and answers nobody: words, pictures, links, native controls. On a page that was finished beforehand it
 * stays in the document as it was written there, and its code is not loaded before the page is left. Where the page is drawn in the
 * browser, as after a navigation, the code comes with the page's own, and the page is shown with it, not before. Its links lead on
 * without a reload in both cases.
 */
export async function staticPart(load: Load): Promise<ComponentType> {
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

  return function StillPart() {
    const keepsHtml = useIsHydrating() && !isPrerender;
    const [RenderedContent] = useState(() => LoadedContent ?? LazyContent);
    useEffect(() => {
      if (!keepsHtml) return undefined;
      // Whoever comes back finds it, at once.
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

/** What stands in the document already. */
function PrerenderedContent() {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const path = pathOf(event);
    if (path === undefined) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are pressed; a key on a link is a press, too
    <div suppressHydrationWarning dangerouslySetInnerHTML={KEEP_HTML} onClick={follow} />
  );
}

/** Where a plain press on a link of this site leads; a press with another key or button is the browser's own. */
function pathOf(event: MouseEvent): string | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented) return undefined;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target) return undefined;
  const href = link.getAttribute('href');
  return href?.startsWith('/') ? href : undefined;
}

/** Whether this part began as one that was in the document before the page woke. */
function useIsHydrating(): boolean {
  const hydrating = !useIsClient();
  const [initial] = useState(hydrating);
  return initial;
}
