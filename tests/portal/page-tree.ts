import type { DefaultTreeAdapterTypes } from 'parse5'

/** An element of a page. */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** Its text, including that of its descendants. */
  readonly text: string
  readonly children: readonly Element[]
  /** All its descendants, in document order. */
  readonly descendants: readonly Element[]
}

/** All elements of a page, in document order. */
export function elementsOf(node: DefaultTreeAdapterTypes.Node): readonly Element[] {
  if (!('childNodes' in node)) return []
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    const element = elementOf(child)
    return [element, ...element.descendants]
  })
}

function elementOf(node: DefaultTreeAdapterTypes.Element): Element {
  const children = node.childNodes.flatMap((child) => ('tagName' in child ? [elementOf(child)] : []))
  return {
    tag: node.tagName,
    attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
    text: textOf(node),
    children,
    descendants: children.flatMap((child) => [child, ...child.descendants]),
  }
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** The text of a page. */
export function textIn(elements: readonly Element[]): string {
  return elements.find(({ tag }) => tag === 'body')?.text ?? ''
}

/** The structure of a page without its content: tags with the names of their attributes. */
export function skeletonOf(elements: readonly Element[]): readonly string[] {
  return elements.map(({ tag, attributes }) => `${tag} ${Object.keys(attributes).join(' ')}`)
}
