/** The page itself; all that it loads comes from its own server. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>carebench API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<header><a href="/docs">carebench API</a> <a href="/openapi.json">openapi.json</a></header>
<main id="viewer"><noscript>This page needs JavaScript. The interface as a document: <a href="/openapi.json">openapi.json</a>.</noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`

export const pageCss = `body { margin: 0; font-family: system-ui, sans-serif }
body > header { display: flex; justify-content: space-between; padding: 0.75rem 1.25rem; background: #0f3d3e }
body > header a { color: #fff; text-decoration: none }
body > header a:first-child { font-weight: 600 }
body > header a:focus-visible, body > header a:hover { text-decoration: underline }
noscript { display: block; padding: 1.25rem }
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

/** Nothing from another host, no script or style in the page, no frame around it. */
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
