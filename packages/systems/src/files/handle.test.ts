import { createSeededRandom, type JsonObject, type RecordedBody } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { filesSimulator as simulator } from './behaviour.js'
import { filesSystem } from './system.js'

function at(seconds = 0) {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString()
}

function contextAt(seconds = 0) {
  return { at: at(seconds), random: createSeededRandom(1) }
}

const png = 'iVBORw0KGgo='

/** The simulator with a clock that advances one second per call, and the host's part of the work. */
function open(files: JsonObject[] = []) {
  const seeded = simulator.seed({}, [{ type: 'Files', config: { files } }], contextAt())
  const state = simulator.fork(seeded)
  let seconds = 0
  const call = (method: string, target: string, body: RecordedBody | null = null, type?: string) => {
    const [path = '', query = ''] = target.split('?')
    const headers = type === undefined ? {} : { 'content-type': type }
    const outcome = simulator.handle(state, 'files', { method, path, query, headers, body }, contextAt(++seconds))
    for (const effect of outcome.effects) simulator.apply(state, effect)
    const { body: answered, ...response } = outcome.response
    return {
      ...response,
      body: answered,
      json: (answered && 'json' in answered ? answered.json : null) as JsonObject,
      events: outcome.events,
      effects: outcome.effects,
    }
  }
  const paths = (target: string) => (call('GET', target).json.data as JsonObject[]).map(({ path }) => path)
  return { state, call, paths, evidence: () => simulator.evidence(state).files }
}

const seeds = [
  { path: 'inbox/lab.csv', content: 'mrn,value\n1,13.5\n' },
  { path: 'inbox/scans/knee.png', content_base64: png },
  { path: 'archive/2025/old.txt', content: '' },
]

describe('reading files', () => {
  it('lists the files below a folder, which exists only as part of their names', () => {
    const { call, paths } = open([...seeds, { path: 'inbox/scans/old/hip.png', content_base64: png }])
    expect(paths('inbox/scans')).toEqual(['inbox/scans/old/hip.png', 'inbox/scans/knee.png'])
    expect(paths('inbox/scans/old')).toEqual(['inbox/scans/old/hip.png'])
    expect(paths('archive/2025?limit=1')).toEqual(['archive/2025/old.txt'])
    expect(call('GET', 'inbox/scan').status).toBe(404)
    expect(call('DELETE', 'outbound/none').status).toBe(404)
  })

  it('takes the parameters of lists for each folder, and none for a file', () => {
    const running = filesSystem.seed({}, [{ type: 'Files', config: { files: seeds } }], contextAt())
    const get = (path: string, query: string, method = 'GET') =>
      running.handle('files', { method, path, query, headers: {}, body: null }, contextAt(1)).response
    expect(get('inbox/scans', 'limit=1')).toMatchObject({ status: 200, body: { json: { _meta: { limit: 1 } } } })
    expect(get('inbox/scans', 'page=1').status).toBe(400)
    for (const [path, query, method] of [
      ['inbox/lab.csv', 'limit=1'],
      ['outbound/a.csv', 'limit=1', 'PUT'],
      ['outbound/a.csv', 'limit=1', 'DELETE'],
    ] as const) {
      const error = { message: `${method ?? 'GET'} ${path} takes no query parameters, got "limit".` }
      expect(get(path, query, method)).toMatchObject({ status: 400, body: { json: { error } } })
    }
  })

  it('lists the files of all folders at its own address, page by page', () => {
    const { call, paths } = open(seeds)
    expect(paths('')).toEqual(['archive/2025/old.txt', 'inbox/scans/knee.png', 'inbox/lab.csv'])
    const { data, _meta } = call('GET', '?limit=2').json
    expect(data).toHaveLength(2)
    expect(paths(`?cursor=${String((_meta as JsonObject).next)}`)).toEqual(['inbox/lab.csv'])
    expect(call('PUT', '').status).toBe(405)
  })

  it('lists the inbox, newest first [files.inbox-item, files.inbox-page]', () => {
    const { status, headers, json, events, effects } = open(seeds).call('GET', 'inbox')
    expect({ status, headers, events, effects }).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      events: [],
      effects: [],
    })
    expect(json).toEqual({
      data: [
        {
          path: 'inbox/scans/knee.png',
          size: 8,
          media_type: 'image/png',
          sha256: '4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6',
          modified_at: at(),
        },
        {
          path: 'inbox/lab.csv',
          size: 17,
          media_type: 'text/csv',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          modified_at: at(),
        },
      ],
      _meta: { next: null, prev: null, limit: 20 },
    })
  })

  it('lists the other folders of the tree', () => {
    const { call, paths } = open(seeds)
    expect(paths('archive')).toEqual(['archive/2025/old.txt'])
    expect(paths('outbound')).toEqual([])
    call('PUT', 'outbound/a.txt', { text: 'a' })
    expect(paths('outbound')).toEqual(['outbound/a.txt'])
  })

  it('returns text as text and other bytes as base64, under the media type, with an event', () => {
    const { call } = open(seeds)
    expect(call('GET', 'inbox/lab.csv')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: { text: 'mrn,value\n1,13.5\n' },
      events: [{ type: 'file.read', data: { path: 'inbox/lab.csv', media_type: 'text/csv', size: 17 } }],
    })
    expect(call('GET', 'inbox/scans/knee.png')).toMatchObject({
      headers: { 'content-type': 'image/png' },
      body: { base64: png },
    })
    expect(call('GET', 'archive/2025/old.txt').body).toEqual({ text: '' })
  })

  it('finds files by their percent-encoded path', () => {
    const { call } = open([{ path: 'inbox/Bericht für Ann 100%.txt', content: 'ü' }])
    expect(call('GET', 'inbox/Bericht%20f%C3%BCr%20Ann%20100%25.txt').body).toEqual({ text: 'ü' })
  })

  it('rejects unknown files and invalid calls with its own messages', () => {
    const { call } = open(seeds)
    expect(call('GET', 'inbox/none.txt')).toMatchObject({
      status: 404,
      json: { error: { code: 'RESOURCE_NOT_FOUND', message: expect.stringContaining('inbox/none.txt') } },
      events: [],
    })
    for (const path of ['lab.csv', 'etc/passwd', 'inbox/scan', 'INBOX', 'constructor']) {
      expect([path, call('GET', path).status]).toEqual([path, 404])
    }
  })
})

describe('writing files', () => {
  it('writes, replaces and deletes below outbound [files.put, files.delete]', () => {
    const { call, evidence } = open()
    const made = call('PUT', 'outbound/reports/q%201.csv', { text: 'a,b' }, 'text/csv; charset=utf-8')
    const row = { path: 'outbound/reports/q 1.csv', size: 3, media_type: 'text/csv', modified_at: at(1) }
    expect(made).toMatchObject({
      status: 201,
      headers: { location: 'outbound/reports/q%201.csv' },
      json: row,
      events: [
        {
          type: 'file.written',
          data: { path: row.path, media_type: 'text/csv', size: 3 },
          outward: [{ collection: 'files', record: { path: row.path, content: 'a,b', seeded: false }, key: row.path }],
        },
      ],
    })
    expect(evidence()).toEqual([{ path: row.path, content: 'a,b', seeded: false }])
    const replaced = call('PUT', 'outbound/reports/q%201.csv', { base64: png }, 'image/png')
    expect(replaced).toMatchObject({ status: 204, body: null })
    expect(evidence()).toEqual([{ path: row.path, content_base64: png, seeded: false }])
    expect(call('DELETE', 'outbound/reports/q%201.csv')).toMatchObject({
      status: 204,
      body: null,
      events: [{ type: 'file.deleted', data: { path: row.path } }],
    })
    expect(evidence()).toEqual([])
    expect(call('DELETE', 'outbound/reports/q%201.csv').status).toBe(404)
  })

  it('attributes a seeded file to the agent once it is overwritten, and hides it once it is deleted', () => {
    const { call, evidence, paths } = open([
      { path: 'outbound/a.txt', content: 'seeded' },
      { path: 'outbound/b.txt', content: 'seeded' },
      { path: 'outbound/c.txt', content: 'seeded' },
    ])
    expect(call('PUT', 'outbound/a.txt', { text: 'mine' }).status).toBe(204)
    expect(call('DELETE', 'outbound/b.txt').status).toBe(204)
    expect(call('GET', 'outbound/b.txt').status).toBe(404)
    expect(evidence()).toEqual([
      { path: 'outbound/c.txt', content: 'seeded', seeded: true },
      { path: 'outbound/a.txt', content: 'mine', seeded: false },
    ])
    expect(paths('outbound')).toEqual(['outbound/a.txt', 'outbound/c.txt'])
    expect(call('PUT', 'outbound/b.txt', { text: 'again' }).status).toBe(201)
    expect(evidence()?.at(-1)).toEqual({ path: 'outbound/b.txt', content: 'again', seeded: false })
  })

  it('preserves bytes, whatever form the body has', () => {
    const { call, evidence } = open()
    call('PUT', 'outbound/empty.txt')
    call('PUT', 'outbound/bom.txt', { text: '\ufeffa' })
    call('PUT', 'outbound/utf8.bin', { base64: btoa('\xc3\xbc') })
    call('PUT', 'outbound/latin1.bin', { base64: btoa('\xfc') })
    call('PUT', 'outbound/value.json', { json: { a: [1] } })
    expect(evidence()?.map(({ content, content_base64 }) => content ?? content_base64)).toEqual([
      '',
      '\ufeffa',
      'ü',
      '/A==',
      '{"a":[1]}',
    ])
    expect(call('GET', 'outbound/latin1.bin').body).toEqual({ base64: '/A==' })
  })

  it('does not accept other text as a media type', () => {
    const { call } = open()
    const { status, json } = call('PUT', 'outbound/a.csv', { text: 'x' }, 'application/hiv-positive')
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { message: expect.stringContaining('got "application/hiv-positive"') } })
  })

  it('determines the media type: the stated one, unless it is a client default, then that of the extension', () => {
    const { call } = open()
    const typeOf = (path: string, stated?: string) => {
      call('PUT', path, { text: 'x' }, stated)
      return call('GET', path).headers['content-type']
    }
    expect(typeOf('outbound/a.csv', 'Text/HTML; charset=utf-8')).toBe('text/html')
    expect(typeOf('outbound/b.csv', 'text/plain;charset=UTF-8')).toBe('text/csv')
    expect(typeOf('outbound/c.csv', 'application/x-www-form-urlencoded')).toBe('text/csv')
    expect(typeOf('outbound/d.unknown', 'text/plain')).toBe('text/plain')
    expect(typeOf('outbound/e.PDF')).toBe('application/pdf')
    expect(typeOf('outbound/f')).toBe('application/octet-stream')
    expect(typeOf('outbound/g', 'text/x\r\nset-cookie: a=b')).toBe('application/octet-stream')
  })

  it('leaves everything outside outbound alone [files.inbox-read-only]', () => {
    const { call, evidence } = open(seeds)
    const before = evidence()
    for (const [method, path, allow] of [
      ['PUT', 'inbox/new.txt', 'GET'],
      ['PUT', 'archive/2025/old.txt', 'GET'],
      ['DELETE', 'inbox/lab.csv', 'GET'],
      ['PUT', 'new.txt', 'GET'],
      ['PUT', 'outbound', 'GET'],
      ['POST', 'inbox', 'GET'],
      ['POST', 'outbound/a.txt', 'DELETE, GET, PUT'],
    ] as const) {
      const refused = call(method, path, { text: 'x' })
      expect([method, path, refused.status, refused.headers.allow]).toEqual([method, path, 405, allow])
      expect(refused.json).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    }
    expect(evidence()).toEqual(before)
  })
})

describe('names', () => {
  it.each([
    'inbox/../outbound/a',
    'outbound/%2e%2e/inbox/lab.csv',
    'outbound/.',
    'outbound/%2E',
    'outbound/...',
    'outbound/%20',
    'outbound//a',
    'outbound/',
    '/outbound/a',
    'outbound/a%2fb',
    'outbound/..%2f..%2fetc',
    'outbound/a%5Cb',
    'outbound/..\\a',
    'outbound/a%00.txt',
    'outbound/a%0d%0ab',
    'outbound/%7f',
    'outbound/%',
    'outbound/%ff',
    'outbound/\ud800',
    `outbound/${'a'.repeat(256)}`,
    `outbound/${'%C3%BC'.repeat(128)}`,
    `outbound/${'a/'.repeat(600)}a`,
  ])('rejects %j', (path) => {
    const { call, evidence } = open()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(call(method, path, { text: 'x' })).toMatchObject({
        status: 400,
        json: { error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/\.$/) } },
        effects: [],
        events: [],
      })
    }
    expect(evidence()).toEqual([])
  })

  it.each([
    'outbound/.keep',
    'outbound/a..b',
    'outbound/%252e%252e',
    `outbound/${'a'.repeat(255)}`,
    'outbound/__proto__',
  ])('accepts %j', (path) => {
    const { call } = open()
    expect(call('PUT', path, { text: 'x' }).status).toBe(201)
    expect(call('GET', path).body).toEqual({ text: 'x' })
  })
})

describe('the initial files', () => {
  it('are below inbox if the path names no top-level folder; the later of two files counts', () => {
    const files = [
      { path: 'lab.csv', content: '1' },
      { path: 'labs/a.hl7', content: 'x', media_type: 'Text/Plain' },
      { path: 'inbox/lab.csv', content: '2' },
    ]
    const { evidence, call } = open(files)
    expect(evidence()).toEqual([
      { path: 'inbox/labs/a.hl7', content: 'x', seeded: true },
      { path: 'inbox/lab.csv', content: '2', seeded: true },
    ])
    expect(call('GET', 'inbox/labs/a.hl7').headers).toEqual({ 'content-type': 'text/plain' })
  })

  it.each<[JsonObject, RegExp]>([
    [{ path: '../a', content: '' }, /files\[1\].*path.*dots/],
    [{ path: '/inbox/a', content: '' }, /path/],
    [{ path: 'inbox', content: '' }, /folder/],
    [{ path: 'inbox/a' }, /content/],
    [{ path: 'inbox/a', content: '', content_base64: '' }, /content/],
    [{ path: 'inbox/a', content_base64: 'A' }, /base64/],
    [{ path: 'inbox/a', content: '', media_type: 'text' }, /media_type/],
    [{ content: '' }, /path/],
  ])('rejects %j', (file, message) => {
    expect(() => open([{ path: 'inbox/ok', content: '' }, file])).toThrow(message)
  })

  it('treats a file dropped by a scenario as seeded', () => {
    const { state, evidence, paths } = open(seeds)
    const step = { type: 'drop_file_inbox', path: 'new.txt', content: 'hello' }
    const { effects, events } = simulator.inject(state, step, contextAt())
    expect(events).toEqual([])
    for (const effect of effects) simulator.apply(state, effect)
    expect(paths('inbox')[0]).toBe('inbox/new.txt')
    expect(evidence()?.at(-1)).toEqual({ path: 'inbox/new.txt', content: 'hello', seeded: true })
  })

  it.each<[JsonObject & { type: string }, RegExp]>([
    [{ type: 'receive_hl7', payload: 'x' }, /drop_file_inbox/],
    [{ type: 'drop_file_inbox', path: 'outbound/a', content: '' }, /below inbox/],
    [{ type: 'drop_file_inbox', path: 'a' }, /content/],
    [{ type: 'drop_file_inbox', path: 'a/../b', content: '' }, /dots/],
  ])('rejects the step %j', (step, message) => {
    expect(() => simulator.inject(open().state, step, contextAt())).toThrow(message)
  })
})
