import type { ServiceResponse } from '@carebench/service'
import { errorResponse } from '../http/error-response.js'
import type { RequestHandler } from '../http/request-handler.js'
import { requestIdFrom } from '../http/request-id.js'
import { contentSecurityPolicy, pageCss, pageHtml, pageScript } from './page.js'
import { readViewerFile, viewerFiles } from './viewer-files.js'

interface DocsFile {
  readonly mediaType: string
  read(): Promise<Uint8Array | string>
}

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Returns the files of the page by path. */
function docsFiles(): ReadonlyMap<string, DocsFile> {
  const files = new Map<string, DocsFile>([
    ['/docs', { mediaType: mediaTypes.html, read: async () => pageHtml }],
    ['/docs/page.css', { mediaType: mediaTypes.css, read: async () => pageCss }],
    ['/docs/page.js', { mediaType: mediaTypes.js, read: async () => pageScript }],
  ])
  for (const name of viewerFiles) {
    let bytes: Promise<Uint8Array> | undefined
    const read = () => {
      bytes ??= readViewerFile(name)
      return bytes
    }
    files.set(`/docs/${name}`, { mediaType: name.endsWith('.css') ? mediaTypes.css : mediaTypes.js, read })
  }
  return files
}

/**
 * Adds a page at `/docs` for reading and trying the API. The page requires no token; calls made from it do. Its files
 * come only from this server. All other requests are passed to the handler.
 */
export function withDocs(handler: RequestHandler, nextRequestId: () => string): RequestHandler {
  const files = docsFiles()
  return {
    async handle(request) {
      const { target } = request
      if (!target.startsWith('/docs')) return handler.handle(request)
      const file = files.get(target.split('?', 1)[0] ?? '')
      if (file === undefined) return handler.handle(request)
      request.note?.({ operation: 'docs', path: '/docs' })
      const requestId = requestIdFrom(request.headers['x-request-id'], nextRequestId)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return withHeader(
          errorResponse('METHOD_NOT_ALLOWED', 'Method not allowed; allowed: GET, HEAD.', requestId),
          'GET, HEAD',
        )
      }
      return {
        status: 200,
        headers: {
          'content-type': file.mediaType,
          'cache-control': 'no-cache',
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'x-request-id': requestId,
        },
        body: await file.read(),
      }
    },
  }
}

function withHeader(response: ServiceResponse, allow: string): ServiceResponse {
  return { ...response, headers: { ...response.headers, allow } }
}
