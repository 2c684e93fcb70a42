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
export function listElements(node: DefaultTreeAdapterTypes.Node): readonly Element[] {
  if (!('childNodes' in node)) return []
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    const element = toElement(child)
    return [element, ...element.descendants]
  })
}

function toElement(node: DefaultTreeAdapterTypes.Element): Element {
  const children = node.childNodes.flatMap((child) => ('tagName' in child ? [toElement(child)] : []))
  return {
    tag: node.tagName,
    attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
    text: readText(node),
    children,
    descendants: children.flatMap((child) => [child, ...child.descendants]),
  }
}

function readText(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(readText).join('') : ''
}

/** The text of a page. */
export function textIn(elements: readonly Element[]): string {
  return elements.find(({ tag }) => tag === 'body')?.text ?? ''
}

/** The structure of a page without its content: tags with the names of their attributes. */
export function makeSkeleton(elements: readonly Element[]): readonly string[] {
  return elements.map(({ tag, attributes }) => `${tag} ${Object.keys(attributes).join(' ')}`)
}
