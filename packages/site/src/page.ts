import { hashSource } from './hash-source.js'
import { type Inside, type Markup, markup, trusted } from './markup.js'

/** A whole page that a server answers with. */
export interface ServedPage {
  readonly title: Inside
  /** What else stands in the head: the style sheet, as an element or a link. */
  readonly head: Inside
  readonly body: Inside
}

export function servedPage({ title, head, body }: ServedPage): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** A style sheet as an element. A policy lets it in by {@link hashSource} of the same text. */
export function styleElement(style: string): Markup {
  return markup`<style>${trusted(style)}</style>`
}

/** A page that opens from a file. */
export interface FilePage {
  readonly title: string
  readonly style: string
  readonly script: string
  readonly body: Inside
}

/**
 * A page that opens from a file. It loads nothing, and a policy inside it lets nothing run and nothing style it but what
 * it came with, by hash. The same parts give the same bytes.
 *
 * Characters that change the direction of text are replaced, since they let one value look like another. Data elements
 * hold them in escapes and so keep them.
 */
export function filePage({ title, style, script, body }: FilePage): string {
  const policy = `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; img-src data:; base-uri 'none'; form-action 'none'`
  const page = servedPage({
    title,
    head: markup`<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
${styleElement(style)}`,
    body: markup`${body}
<script>${trusted(script)}</script>`,
  })
  return page.text.replaceAll(/[\0\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
