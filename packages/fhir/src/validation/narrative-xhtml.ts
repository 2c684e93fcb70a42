/** The elements of a narrative: those of HTML 4.0 for formatted text, links and images. */
const elements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area b bdo big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 ' +
    'h3 h4 h5 h6 ' +
    'hr i img kbd li map ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
)

/** The attributes that any element may have. */
const attributes: ReadonlySet<string> = new Set(
  (
    'title style class id ID lang xml:lang dir accesskey tabindex span width align valign char charoff abbr axis ' +
    'headers scope ' +
    'rowspan colspan'
  ).split(' '),
)

/** The attributes that only some elements may have. */
const ownAttributes: ReadonlySet<string> = new Set(
  (
    'a.charset a.coords a.href a.hreflang a.name a.rel a.rev a.shape a.type area.alt area.coords area.href ' +
    'area.nohref area.shape ' +
    'blockquote.cite div.xmlns img.alt img.border img.height img.ismap img.longdesc img.src img.usemap img.width ' +
    'map.name ' +
    'pre.space q.cite table.border table.cellpadding table.cellspacing table.frame table.rules table.summary ' +
    'table.width ' +
    'td.nowrap ol.start ol.type ul.type li.value'
  ).split(' '),
)

const tag =
  /<(?:!--(?:(?!--)[\s\S])*--|(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const text = /[^<]+/y
const strayAmpersand = /&(?!(?:[A-Za-z][A-Za-z0-9]*|#\d+|#x[0-9A-Fa-f]+);)/

/**
 * Whether a `div` is what FHIR allows as a narrative (txt-1): well-formed, with the elements and attributes of
 * formatted text, and without scripts, forms, frames, styles of the page and event handlers. Linear in its length.
 */
export function isNarrativeXhtml(division: string): boolean {
  const trimmed = division.trim()
  if (strayAmpersand.test(trimmed)) return false
  const open: string[] = []
  let place = 0
  while (place < trimmed.length) {
    const pattern = trimmed[place] === '<' ? tag : text
    pattern.lastIndex = place
    const found = pattern.exec(trimmed)
    if (found === null) return false
    place = pattern.lastIndex
    const [, close, name, attributeText = '', empty] = found
    if (pattern === text || name === undefined) continue
    if (close === '/') {
      if (attributeText !== '' || empty === '/' || open.pop() !== name) return false
      // Nothing may follow the end tag of the `div`.
      if (open.length === 0) return place === trimmed.length && name === 'div'
      continue
    }
    if (!elements.has(name) || (attributeText !== '' && !areAllowed(name, attributeText))) return false
    if (empty !== '/') open.push(name)
    else if (open.length === 0) return false
  }
  return false
}

function areAllowed(element: string, attributeText: string): boolean {
  attribute.lastIndex = 0
  for (let found = attribute.exec(attributeText); found !== null; found = attribute.exec(attributeText)) {
    const name = found[1] ?? ''
    if (!attributes.has(name) && !ownAttributes.has(`${element}.${name}`)) return false
    if ((name === 'href' || name === 'src') && script.test(found[2] ?? found[3] ?? '')) return false
  }
  return true
}

const script = /^\s*(?:java|vb)script:/i
