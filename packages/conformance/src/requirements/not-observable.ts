import type { RequirementId } from './requirements.js'

const commandLine = 'It concerns the command carebench serve, not a server: no HTTP request can show it.'
const files = 'It concerns files that carebench verify reads; the scoring vectors of this package check it.'

const transport = 'Clients write and check these parts of HTTP themselves; a check needs a separate connection.'

const proxy = 'Only the proxy of a server can send such requests.'

/**
 * Requirements that requests cannot verify, with the reason. If there is a check for one nevertheless, its result is
 * used.
 */
export const notObservable: Readonly<Partial<Record<RequirementId, string>>> = {
  'audit.unknown-system': 'Publishing rejects such a version before it is audited; only audits of files can show it.',
  'kinds.no-collateral-unread':
    'The evidence of a run has only members of known systems; this concerns evidence from other sources.',
  'kinds.access-scope-download':
    'A check would need a sandbox with more than a hundred people; the scoring vectors of this package check it.',
  'kinds.access-scope-unlogged': 'The evidence of a run contains its reads; this concerns evidence from other sources.',
  'serving.ready-line': commandLine,
  'serving.free-port': commandLine,
  'serving.fixtures': commandLine,
  'serving.fresh-organization': commandLine,
  'serving.signals': commandLine,
  'serving.settings': commandLine,
  'serving.log': commandLine,
  'serving.metrics': commandLine,
  'serving.certificate-reload': commandLine,
  'serving.wrong-use': commandLine,
  'transport.behind-a-proxy': proxy,
  'transport.forwarded-client': proxy,
  'transport.not-http': transport,
  'time.departed':
    'A client that has disconnected receives nothing, and a wait that continues has no effect on others.',
  'run-mcp.batch-waits': 'A check would wait for half a minute.',
  'transport.host': transport,
  'transport.hsts': 'It concerns TLS, which the transport of the kit does not have to use.',
  'errors.code-headers-too-large': transport,
  'errors.code-not-implemented': transport,
  'evidence.parts': files,
  'evidence.not-observed': files,
  'evidence.observed-empty': files,
  'evidence.verify-answer': files,
  'checks.unsupported': 'On a server, every criterion has the evidence that it needs; the scoring vectors check it.',
  'errors.code-internal': 'A correct server provides no way to cause an internal error.',
  'errors.code-rate-limited': 'Limits are configured, and a check that provokes them would disturb others.',
  'completion.verification-fails': 'A correct server provides no way to make its verification fail.',
  'completion.verified-again': 'It requires a failed verification, which cannot be caused from outside.',
  'browser.finishes': 'It needs a browser with a keyboard and a screen.',
  'workstation.calls': 'No response shows which calls a page makes.',
  'workstation.parity': 'The set of pages is not part of the interface.',
  'browser.accessible': 'It needs a browser that renders pages.',
}
