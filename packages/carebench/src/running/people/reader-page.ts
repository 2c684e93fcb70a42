import {
  baseStyle,
  filePage,
  type Inside,
  type Markup,
  markup,
  plainTheme,
  servedPage,
  themeStyle,
} from '@carebench/server/site'

export interface SiteAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export const stylePath = '/reader.css'

/** The style sheet of a reader's pages. */
export const styleSheet: string =
  themeStyle(plainTheme) +
  baseStyle +
  /* css */ `
main{max-width:760px;margin:6vh auto;background:var(--card);
border:1px solid var(--line);border-radius:10px;padding:28px}
main>*+*,form>*+*,fieldset>*+*{margin-top:14px}
h1{font-size:20px}
h2{font-size:15px}
.button,button{display:inline-block;border:1px solid var(--accent);background:var(--accent);color:var(--card);
border-radius:6px;padding:6px 14px;font-weight:600;cursor:pointer;text-decoration:none}
.button.plain{background:var(--card);color:var(--ink);border-color:var(--line);font-weight:400}
.actions{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
fieldset{border:1px solid var(--line);border-radius:8px;padding:10px 14px 14px;margin:0;min-width:0}
legend,label.name{font-weight:560}
.choice{display:block}
textarea{width:100%;min-height:6em;border:1px solid var(--faint);background:var(--bg);border-radius:6px;padding:6px 9px}
select{border:1px solid var(--faint);background:var(--bg);border-radius:6px;padding:4px 8px}
.prose{white-space:pre-wrap;overflow-wrap:anywhere}
td,th{padding:6px 8px;border-top:1px solid var(--line)}
.wrong{color:var(--failed);font-weight:560}
pre{white-space:pre-wrap;background:var(--code);padding:8px 10px;border-radius:6px}
`

/** An automatic redirect to another page, after some seconds; default 0. */
export interface PageTurn {
  readonly next?: string
  readonly seconds?: number
}

/** Renders a page for a reader. It runs no script and loads nothing but its style sheet. */
export function readerPage(title: string, body: Inside, { next, seconds = 0 }: PageTurn = {}): SiteAnswer {
  const page = servedPage({
    title: `${title} – carebench`,
    head: markup`<link rel="stylesheet" href="${stylePath}">
${next !== undefined && markup`<meta http-equiv="refresh" content="${seconds};url=${next}">`}`,
    body: markup`<main><h1>${title}</h1>${body}</main>`,
  })
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    // Characters that change the direction of text can make one value look like another.
    body: page.text.replaceAll(/(?![\t\n\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd'),
  }
}

/** A form with one button. */
export function actionForm(action: string, csrf: string, label: string, fields: Inside = null): Markup {
  return markup`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
${fields}<div class="actions"><button>${label}</button></div></form>`
}

export function goTo(location: string): SiteAnswer {
  return { status: 303, headers: { location } }
}

/** Redirects to the start page, which shows the next step. */
export const toStart: SiteAnswer = goTo('/')

/** The last page. Its style sheet is inline, because the site closes when the page is shown. */
export const allDone: SiteAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "frame-ancestors 'none'" },
  body: filePage({
    title: 'All done – carebench',
    style: styleSheet,
    script: '',
    body: markup`<main><h1>All done</h1><p>Thank you. You can close this page.</p></main>`,
  }),
}
