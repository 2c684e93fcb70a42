import { markup } from '../site/markup.js'
import { servedPage } from '../site/page.js'
import { baseStyle } from '../site/style/base-style.js'
import { plainTheme, themeStyle } from '../site/style/theme.js'

/** The page itself; all its files come from its own server. */
export const pageHtml = servedPage({
  title: 'carebench API',
  head: markup`<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">`,
  body: markup`<header><a href="/docs">carebench API</a> <a href="/openapi.json">openapi.json</a></header>
<main id="viewer"><noscript>This page needs JavaScript. The interface as a document: \
<a href="/openapi.json">openapi.json</a>.</noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>`,
}).text

// Swagger UI is designed for a white background, so the page has no dark variant.
const white = { ...plainTheme.light, bg: '#fff' }

export const pageCss = `${themeStyle({ light: white, dark: white })}${baseStyle}
:root{color-scheme:light}
.swagger-ui{line-height:normal}
body>header{display:flex;justify-content:space-between;gap:1rem;padding:0.75rem 1.25rem;background:var(--ink)}
body>header a{color:var(--card);text-decoration:none}
body>header a:first-child{font-weight:600}
body>header a:focus-visible,body>header a:hover{text-decoration:underline}
body>header a:focus-visible{outline-color:var(--card)}
noscript{display:block;padding:1.25rem}
@media (max-width:640px){
.swagger-ui .wrapper{padding:0 12px}
.swagger-ui .info{margin:24px 0}
.swagger-ui .opblock-tag{flex-wrap:wrap;padding:10px}
.swagger-ui .opblock-tag>a{flex:1}
.swagger-ui .opblock-tag small{order:1;flex:1 0 100%;padding:4px 0 0}
.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}
.swagger-ui .opblock .opblock-summary-control{min-width:0}
.swagger-ui .opblock .opblock-summary-method{min-width:64px;padding:6px 8px}
.swagger-ui .opblock .opblock-summary-path-description-wrapper{flex-direction:column;align-items:flex-start;gap:2px;\
padding:0 8px}
.swagger-ui .opblock .opblock-summary-path{max-width:100%}
.swagger-ui table.responses-table .col_header:first-child,.swagger-ui .response-col_status{width:56px}
.swagger-ui .response-col_links{display:none}
.swagger-ui .schemes .schemes-server-container,.swagger-ui .schemes-server-container>div,\
.swagger-ui .servers{width:100%;min-width:0}
.swagger-ui .servers>label{display:block;margin:0}
.swagger-ui .servers>label select{width:100%;min-width:0}
}
`

export const pageScript = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
})
`

/** Nothing from other hosts, no inline scripts or styles, no framing. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
