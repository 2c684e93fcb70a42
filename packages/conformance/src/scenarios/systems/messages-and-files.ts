import { at } from '../../exchange/exchange.js'
import { anything, each, either, filled, includingAll, instant, not, Rule } from '../../expectation/pattern.js'
import { labResult } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

function header(type: string, id: string) {
  return `MSH|^~\\&|EHR|CLINIC|IIS|STATE|||${type}|${id}|P|2.5.1`
}

/** Two children of one name and birthday; the first one has had a vaccination. */
const registry = [
  `${header('VXU^V04^VXU_V04', 'V1')}` +
    '\rPID|1||100^^^STATE^SR||Larsen^Ida||20190405|F\rORC|RE||1^IIS\rRXA|0|1|20250901||08^HepB^CVX|999\r',
  `${header('VXU^V04^VXU_V04', 'V2')}\rPID|1||101^^^STATE^SR||Larsen^Ida||20190405|F\r`,
]
const merge =
  `${header('ADT^A40^ADT_A39', 'M1')}` +
  '\rEVN||20260105090000\rPID|1||100^^^STATE^SR||Larsen^Ida\rMRG|101^^^STATE^SR\r'

function vaccinationQuery(parameters: string) {
  return `${header('QBP^Q11^QBP_Q11', 'Q1')}\rQPD|${parameters}\rRCP|I|20^RD\r`
}

export const messagesAndFiles = scenario({
  name: 'The HL7 interface and the file exchange',
  ids: [
    'hl7.inbox-item',
    'hl7.inbox-page',
    'hl7.outbound-json',
    'hl7.outbound-raw',
    'hl7.accept',
    'hl7.reject',
    'hl7.query-history',
    'hl7.query-matches',
    'hl7.query-error',
    'hl7.merge',
    'hl7.unparsable',
    'files.inbox-item',
    'files.inbox-page',
    'files.bytes',
    'files.no-sniffing',
    'files.put',
    'files.delete',
    'files.inbox-read-only',
    'files.unsafe-path',
    'errors.payload-large-groups',
    'errors.payload-small-groups',
    'errors.charset',
    'public.hl7-inbox',
    'public.hl7-outbound',
    'public.files-inbox',
    'public.files-fetch',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { datasets } = await k.clinic()
    const sent = { assert: 'hl7-structural', count: 0, correlate_by: { 'MSH-9.1': { $exists: true } } }
    const { reference } = await k.publish({
      name: 'interface',
      simulators: [
        {
          type: 'HL7',
          name: 'interface',
          config: {
            accept: ['ORU^R01', 'ADT^A40'],
            queries: {},
            reject: [{ where: { 'PID-5.1': 'Nobody' }, code: 'AE', reason: 'Unknown patient.' }],
          },
        },
        { type: 'Files', name: 'exchange' },
      ],
      datasets: [
        { type: 'HL7', name: 'results', parent_id: datasets[1], config: { messages: [], registry } },
        { type: 'Files', name: 'files', parent_id: datasets[2], config: { files: [] } },
      ],
      tasks: [
        { criteria: [{ label: 'nothing was sent', assertion: sent }] },
        { criteria: [{ label: 'nothing was sent', assertion: sent }] },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const call = run.system
    const inbox = await call('GET', 'hl7/inbox')
    k.answer('public.hl7-inbox', inbox, 200)
    k.answer('hl7.inbox-item', inbox, {
      status: 200,
      body: {
        data: [{ id: filled, message_type: 'ORU^R01', control_id: 'L1', payload: labResult, received_at: instant }],
      },
    })
    k.answer('hl7.inbox-page', inbox, { body: { data: [anything], _meta: { next: null, prev: null, limit: 20 } } })
    const acknowledged = { id: filled, ack: /^MSH\|[\s\S]*MSA\|AA\|L1/, ack_code: 'AA' }
    const asJson = await call('POST', 'hl7/outbound', { payload: labResult })
    k.answer('public.hl7-outbound', asJson, 201)
    k.answer('hl7.outbound-json', asJson, { status: 201, body: acknowledged })
    k.answer('hl7.accept', asJson, { status: 201, body: { ack_code: 'AA' } })
    k.answer(
      'hl7.outbound-raw',
      await call('POST', 'hl7/outbound', bytes(labResult), { 'content-type': 'text/plain' }),
      { status: 201, body: { ack_code: 'AA' } },
    )
    const rejected = await call('POST', 'hl7/outbound', { payload: labResult.replace('Larsen', 'Nobody') })
    k.answer('hl7.reject', rejected, { status: 201, body: { ack_code: 'AE', ack: /Unknown patient\./ } })
    k.answer(
      'hl7.accept',
      await call('POST', 'hl7/outbound', { payload: labResult.replace('ORU^R01^ORU_R01', 'ADT^A01^ADT_A01') }),
      { status: 201, body: { ack_code: not('AA') } },
    )
    const none = await call('POST', 'hl7/outbound', { payload: 'hello' })
    k.answer('hl7.unparsable', none, { status: 201, body: { ack_code: 'AR' } })

    const ask = async (qpd: string) => call('POST', 'hl7/outbound', { payload: vaccinationQuery(qpd) })
    k.answer('hl7.query-history', await ask('Z34^History^CDCPHINVS|T1|100'), {
      status: 201,
      body: {
        ack: new RegExp(
          '^MSH\\|[^\\r]*\\|RSP\\^K11[^\\r]*\\|Z32\\^CDCPHINVS\\rMSA\\|AA\\|Q1\\r' +
            '[\\s\\S]*QAK\\|T1\\|OK\\|[\\s\\S]*RXA\\|0\\|1\\|20250901\\|\\|08',
        ),
        ack_code: 'AA',
      },
    })
    k.answer('hl7.query-history', await ask('Z44^Forecast^CDCPHINVS|T1|100'), { body: { ack: /Z42\^CDCPHINVS/ } })
    k.answer('hl7.query-matches', await ask('Z34^History^CDCPHINVS|T1||Larsen^Ida||20190405'), {
      body: { ack: /Z31\^CDCPHINVS[\s\S]*QAK\|T1\|OK\|[\s\S]*\rPID\|1\|[\s\S]*\rPID\|2\|/, ack_code: 'AA' },
    })
    k.answer('hl7.query-matches', await ask('Z34^History^CDCPHINVS|T1|999'), {
      body: { ack: /Z33\^CDCPHINVS[\s\S]*QAK\|T1\|NF\|/, ack_code: 'AA' },
    })
    k.answer('hl7.query-error', await ask('Z34^History^CDCPHINVS|T1||Larsen^Ida'), {
      body: { ack: /MSA\|AE\|Q1\r[\s\S]*ERR\|\|QPD\^1\^6[\s\S]*QAK\|T1\|AE\|/, ack_code: 'AE' },
    })
    const merged = await call('POST', 'hl7/outbound', { payload: merge })
    k.answer('hl7.merge', merged, { body: { ack_code: 'AA' } })
    k.answer('hl7.merge', await ask('Z34^History^CDCPHINVS|T1|101'), {
      body: { ack: /QAK\|T1\|OK\|[\s\S]*PID\|1\|\|100[\s\S]*RXA\|0\|1\|20250901\|\|08/ },
    })

    const files = await call('GET', 'files/inbox')
    k.answer('public.files-inbox', files, 200)
    k.answer('files.inbox-item', files, {
      // printf 'a,b\n1,2\n' | sha256sum
      body: {
        data: [
          {
            path: 'inbox/a.csv',
            size: 8,
            media_type: 'text/csv',
            sha256: '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470',
            modified_at: instant,
          },
        ],
      },
    })
    k.answer('files.inbox-page', files, { status: 200, body: { _meta: { next: null, prev: null, limit: 20 } } })
    const fetched = await call('GET', 'files/inbox/a.csv')
    k.answer('files.bytes', fetched, { status: 200, text: 'a,b\n1,2\n', headers: { 'content-type': /^text\/csv/ } })
    k.answer('files.no-sniffing', fetched, { headers: { 'x-content-type-options': 'nosniff' } })
    k.answer('public.files-fetch', fetched, 200)
    k.answer('files.bytes', await call('GET', 'files/inbox/none.csv'), 404)
    const put = await call('PUT', 'files/outbound/note.txt', bytes('done\n'), { 'content-type': 'text/plain' })
    k.answer('files.put', put, { status: either(200, 201, 204) })
    k.answer('files.put', await call('GET', 'files/outbound/note.txt'), { status: 200, text: 'done\n' })
    k.answer('files.delete', await call('DELETE', 'files/outbound/note.txt'), { status: either(200, 204) })
    k.answer('files.delete', await call('GET', 'files/outbound/note.txt'), 404)
    await k.part(async () => {
      const large = bytes('x'.repeat(1_048_577))
      const plain = { 'content-type': 'text/plain' }
      k.answer('errors.payload-small-groups', await call('POST', 'hl7/outbound', large, plain), 413)
      // A body that is too large is rejected first, even if there is no such system.
      for (const path of [
        'portal/prior-auths',
        'clearinghouse/eligibility',
        'faxes',
        'messages',
        'voice/calls',
        'cds/cds-services/x',
      ]) {
        k.answer('errors.payload-small-groups', await call('POST', path, `${'x'.repeat(1_048_577)}`), 413)
      }
      k.answer('errors.payload-large-groups', await call('PUT', 'files/outbound/large.txt', large, plain), 201)
      must(await call('DELETE', 'files/outbound/large.txt'), 200, 204)
      const latin = { 'content-type': 'text/plain; charset=iso-8859-1' }
      k.answer('errors.charset', await call('POST', 'hl7/outbound', bytes(labResult), latin), 415)
      k.answer('errors.charset', await call('PUT', 'files/outbound/latin.txt', bytes('x'), latin), 201)
      must(await call('DELETE', 'files/outbound/latin.txt'), 200, 204)
    })
    for (const [method, path] of [
      ['PUT', 'files/inbox/a.csv'],
      ['DELETE', 'files/inbox/a.csv'],
      ['PUT', 'files/other.txt'],
    ] as const) {
      const answer = await call(method, path, method === 'PUT' ? bytes('x') : undefined, {
        'content-type': 'text/plain',
      })
      k.answer('files.inbox-read-only', answer, {
        status: new Rule('a status from 400', (status) => Number(status) >= 400),
      })
    }
    k.answer('files.inbox-read-only', await call('GET', 'files/inbox/a.csv'), { text: 'a,b\n1,2\n' })
    for (const path of [
      'outbound/a%2fb',
      'outbound/a%00',
      'outbound/a%5Cb',
      'outbound/..%2fa',
      'outbound/%2e%2e%2fa',
    ]) {
      k.answer('files.unsafe-path', await call('GET', `files/${path}`), 400)
      k.answer(
        'files.unsafe-path',
        await call('PUT', `files/${path}`, bytes('x'), { 'content-type': 'text/plain' }),
        400,
      )
    }
    k.answer('hl7.inbox-item', await call('GET', 'hl7/inbox'), { body: { data: [{ control_id: 'L1' }] } })
    must(await run.complete(), 200)
    must(await run.start(1), 200)
    must(await call('POST', 'hl7/outbound', { payload: 'hello' }), 201)
    const judged = await run.complete(1)
    k.answer('hl7.unparsable', judged, {
      body: { checks: [{ label: 'nothing was sent', field_results: anything, result: 'pass' }] },
    })
    k.value('files.inbox-page', at(files.body, 'data'), each({ path: /^inbox\// }, 1), files)
    k.value('hl7.inbox-page', Object.keys(Object(inbox.body)), includingAll('data', '_meta'), inbox)
  },
})
