import { hashSource } from './hash-source.js'
import { type Inside, type Markup, markup, trusted } from './markup.js'

/** A complete page that a server returns. */
export interface ServedPage {
  readonly title: Inside
  /** The rest of the head: the style sheet, as an element or a link. */
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

/** A style sheet as an element. A policy allows it with {@link hashSource} of the same text. */
export function styleElement(style: string): Markup {
  return markup`<style>${trusted(style)}</style>`
}

/** A page that is opened from a file. */
export interface FilePage {
  readonly title: string
  readonly style: string
  readonly script: string
  readonly body: Inside
}

/**
 * Renders a page that is opened from a file. It loads nothing, and its content security policy allows only its own
 * script and style, by hash. The same input gives the same bytes.
 *
 * Characters that change the direction of text are replaced, because they can make one value look like another. Data
 * elements contain them as escapes, so they are kept there.
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
