import { filled, orNull, Rule } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'

/** A 401 would invite clients to send a token over an unencrypted connection. */
const refused = new Rule(
  'no answer, or a status from 400 other than 401',
  (status) => status === null || (typeof status === 'number' && status >= 400 && status !== 401),
)

export const plainHttp = scenario({
  name: 'Requests without TLS',
  ids: ['transport.https-only', 'errors.plain-http', 'transport.https-required', 'transport.https-required-closes'],
  needs: ['plain-http'],
  readOnly: true,
  async run(k) {
    for (const [method, target] of [
      ['GET', '/environments'],
      ['POST', '/v1/benchmark-runs'],
      ['DELETE', '/tasks/none'],
      ['PATCH', '/environments/none'],
    ] as const) {
      const { status, text, closed } = await k.plain(method, target)
      const actual = { request: `${method} ${target} without TLS`, status, text }
      k.value('transport.https-only', actual, { status: refused })
      k.value('errors.plain-http', actual, { status: refused })
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        body = orNull(filled).expected
      }
      k.value(
        'transport.https-required',
        { ...actual, body },
        { status: 400, body: { error: { code: 'HTTPS_REQUIRED' } } },
      )
      k.value('transport.https-required-closes', { ...actual, closed }, { closed: true })
    }
  },
})
