/**
 * Lets React work in pages whose text nodes were moved into elements of a translator or an extension, or replaced by them: without this,
 * removing such a node throws, and changing its text has no visible effect.
 */
export function tolerateMovedNodes(): void {
  const replacements = new WeakMap<Node, Element>();
  new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const replacement = [addedNodes[0], previousSibling, nextSibling].find(
        (node): node is Element => node instanceof Element && added.has(node),
      );
      if (replacement)
        for (const node of removedNodes) if (node instanceof Text) replacements.set(node, replacement);
    }
  }).observe(document, { subtree: true, childList: true });

  /** The child of `parent` that contains or replaces the node. */
  const childFor = (parent: Node, node: Node): Node | undefined => {
    let child: Node | null =
      replacements.get(node)?.isConnected && !node.isConnected ? replacements.get(node)! : node;
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  };
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const child = childFor(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    insertBefore.call(this, node, next && (childFor(this, next) ?? null));
    return node;
  };
  const { set, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (this instanceof Text && !this.isConnected) replacements.get(this)?.replaceWith(this);
      set!.call(this, value);
    },
  });
}
