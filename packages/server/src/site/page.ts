import { hashSource } from './hash-source.js'
import { type Inside, type Markup, markup, trusted } from './markup.js'

/** A complete page that a server returns. */
export interface ServedPage {
  readonly title: Inside
  /** The rest of the head: the style sheet, as an element or a link. */
  readonly head: Inside
  readonly body: Inside
}

/** Renders a complete HTML page. */
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

/** Returns a style sheet as an element. A policy allows it with {@link hashSource} of the same text. */
export function styleElement(style: string): Markup {
  return markup`<style>${trusted(style)}</style>`
}

/** A style sheet that several pages share. */
export interface StyleFile {
  /** Its address relative to the page. */
  readonly href: string
}

/** A page that is opened from a file. */
export interface FilePage {
  readonly title: string
  /** The style sheet itself, or the file beside the page that it is in. */
  readonly style: string | StyleFile
  readonly script: string
  readonly body: Inside
}

/**
 * Renders a page that is opened from a file. It loads nothing but a style sheet in a file, if it has one, and its
 * content security policy allows only its own script and style: by hash, or that of its own site or disk. The same
 * input gives the same bytes.
 *
 * Characters that change the direction of text are replaced, because they can make one value look like another; so are
 * control characters, which a terminal would interpret. Data elements contain them as escapes, so they are kept there.
 */
export function filePage({ title, style, script, body }: FilePage): string {
  const isFile = typeof style !== 'string'
  const policy =
    `default-src 'none'; style-src ${isFile ? "'self' file:" : hashSource(style)}; script-src ${hashSource(script)}; ` +
    `img-src data:; base-uri 'none'; form-action 'none'`
  const page = servedPage({
    title,
    head: markup`<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
${isFile ? markup`<link rel="stylesheet" href="${style.href}">` : styleElement(style)}`,
    body: markup`${body}
<script>${trusted(script)}</script>`,
  })
  return page.text.replaceAll(/(?![\t\n\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}
