import { at, listAt } from '../../exchange/exchange.js'
import { absent, each, either, filled, instant, Rule, without } from '../../expectation/pattern.js'
import type { Kit } from '../../scenario/kit.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const idle = { label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }

async function begin(
  k: Kit,
  name: string,
  simulators: readonly object[],
  {
    overrides = {},
    ...task
  }: { readonly overrides?: Readonly<Record<string, unknown>>; readonly [member: string]: unknown } = {},
) {
  const { reference } = await k.publish({
    name,
    overrides,
    simulators: simulators as never,
    tasks: [{ criteria: [idle], ...task }],
  })
  const run = await k.createRun(reference)
  must(await run.start(), 200)
  return run
}

export const faxes = scenario({
  name: 'Faxes',
  ids: ['fax.send', 'fax.read', 'fax.pages', 'fax.document', 'fax.number-fails', 'scenario.receive-fax'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const simulator = {
      type: 'Fax',
      name: 'fax',
      config: {
        retries: 1,
        retry_seconds: 1,
        numbers: { '+16175550199': { answers: false }, '+16175550143': { busy_times: 1, delay_seconds: 1 } },
      },
    }
    const steps = [{ type: 'receive_fax', from: '+16175550142', text: 'Please call.' }]
    const run = await begin(k, 'faxes', [simulator], { scenario: { steps } })
    const listed = await run.system('GET', 'faxes')
    const inbound = await run.system('GET', `faxes/${at(listed.body, 'data', 0, 'id')}`)
    k.answer('scenario.receive-fax', inbound, { status: 200, text: /Please call\./ })
    k.answer('fax.pages', await run.system('GET', `faxes/${at(inbound.body, 'id')}/content`), {
      status: 200,
      text: /^%PDF-1\./,
      headers: { 'content-type': /^application\/pdf\b/ },
    })
    const sent = await run.system('POST', 'faxes', {
      to_number: '+16175550100',
      document_type: 'clinical_note',
      text: 'Eight weeks of pain.',
    })
    k.answer('fax.send', sent, { status: 201, body: { id: filled, status: filled } })
    k.answer('fax.read', await run.system('GET', `faxes/${at(sent.body, 'id')}`), {
      status: 200,
      body: { id: textIn(sent, 'id'), status: filled },
    })
    k.answer('fax.read', await run.system('GET', 'faxes'), {
      status: 200,
      body: { data: each({ id: filled, status: filled }, 1) },
    })
    k.answer('fax.pages', await run.system('GET', `faxes/${at(sent.body, 'id')}/content`), 404)
    k.answer('fax.pages', await run.system('POST', `faxes/${at(inbound.body, 'id')}/content`), 405)
    k.answer('fax.pages', await run.system('GET', 'faxes/none/content'), 404)
    const send = (more: object) => run.system('POST', 'faxes', { document_type: 'clinical_note', ...more })
    const failing = must(await send({ to_number: '+16175550199', text: 'Nobody is there.' }), 201)
    const busy = must(await send({ to_number: '(617) 555-0143', text: 'The line is busy once.' }), 201)
    k.answer('fax.read', busy, { body: { status: 'sending' } })
    await k.elapse(3)
    k.answer('fax.read', await run.system('GET', `faxes/${at(busy.body, 'id')}`), {
      status: 200,
      body: { status: 'delivered', error: null, attempts: [{ result: 'busy' }, { result: 'delivered' }] },
    })
    k.answer('fax.number-fails', await run.system('GET', `faxes/${at(failing.body, 'id')}`), {
      status: 200,
      body: {
        status: 'failed',
        error: 'no_answer',
        attempts: [{ result: 'no_answer' }, { result: 'no_answer' }],
      },
    })
    const newest = await run.system('GET', 'faxes?direction=outbound&limit=2')
    k.answer('fax.read', newest, {
      body: { data: [{ id: textIn(busy, 'id'), text: absent }, { id: textIn(failing, 'id') }] },
    })
    const next = `faxes?direction=outbound&cursor=${encodeURIComponent(textIn(newest, '_meta', 'next'))}`
    k.answer('fax.read', await run.system('GET', next), { status: 200, body: { data: [{ id: textIn(sent, 'id') }] } })
    const to_number = '+16175550100'
    const pdf = { media_type: 'application/pdf' }
    for (const [more, status] of [
      [{ to_number, content_base64: btoa('%PDF-1.4 nothing'), ...pdf }, 400],
      [{ to_number, content_base64: btoa('GIF89a'), ...pdf }, 400],
      [{ to_number, content_base64: '§', ...pdf }, 400],
      [{ to_number, content_base64: 'eA==', media_type: 'text/plain; a=\u0000' }, 400],
      [{ to_number, content_base64: btoa('GIF89a'), media_type: 'image/gif' }, 400],
      [{ to_number, text: 'x', content_base64: 'eA==', media_type: 'text/plain' }, 400],
      [{ to_number }, 400],
      [{ to_number: 'the clinic', text: 'x' }, 400],
      [{ to_number, text: 'x'.repeat(1_000_001) }, 413],
    ] as const) {
      k.answer('fax.document', await send(more), { status, body: { error: { message: filled } } })
    }
    k.answer('fax.document', await run.system('GET', 'faxes?direction=outbound&limit=1'), {
      body: { data: [{ id: textIn(busy, 'id') }] },
    })
  },
})

export const messages = scenario({
  name: 'Messages',
  ids: ['message.send', 'message.read', 'message.channel', 'scenario.receive-message'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const config = {
      personas: [{ name: 'Ida', addresses: ['+16175550100'], replies: [{ say: 'Who is this?' }] }],
      recipients: { 'bounce@example.org': { delivered: false, delay_seconds: 1 } },
    }
    const run = await begin(k, 'messages', [{ type: 'Message', name: 'messages', config }], {
      scenario: { steps: [{ type: 'receive_message', channel: 'sms', from: '+16175550142', body: 'Running late.' }] },
    })
    k.answer('scenario.receive-message', await run.system('GET', 'messages'), { status: 200, text: /Running late\./ })
    for (const [channel, to] of [
      ['sms', '+16175550100'],
      ['email', 'ida@example.org'],
      ['chat', 'ida'],
    ] as const) {
      const sent = await run.system('POST', 'messages', { channel, to, body: 'See you.' })
      k.answer('message.send', sent, { status: 201, body: { id: filled, channel } })
      k.answer('message.read', await run.system('GET', `messages/${at(sent.body, 'id')}`), {
        status: 200,
        body: { channel, to, body: 'See you.' },
      })
    }
    k.answer('message.read', await run.system('GET', 'messages'), {
      status: 200,
      body: { data: each({ id: filled, channel: filled }, 3) },
    })
    const asked = await run.system('GET', 'messages?direction=outbound&limit=100')
    const sms = listAt(asked.body, 'data').find((one) => at(one, 'channel') === 'sms')
    k.answer('message.read', await run.system('GET', `messages?in_reply_to=${at(sms, 'id')}`), {
      status: 200,
      body: { data: [{ direction: 'inbound', body: 'Who is this?', in_reply_to: String(at(sms, 'id')) }] },
    })
    const bounced = await run.system('POST', 'messages', { channel: 'email', to: 'Bounce@Example.org', body: 'Hello.' })
    k.answer('message.send', bounced, { status: 201, body: { status: 'sent' } })
    await k.elapse(2)
    k.answer('message.read', await run.system('GET', `messages/${at(bounced.body, 'id')}`), {
      status: 200,
      body: { status: 'failed', to: 'bounce@example.org', completed_at: instant },
    })
    for (const [channel, to] of [
      ['pigeon', 'ida'],
      ['SMS', '+16175550100'],
      ['sms', 'ida@example.org'],
      ['email', 'ida'],
    ] as const) {
      k.answer('message.channel', await run.system('POST', 'messages', { channel, to, body: 'Coo.' }), 400)
    }
    const kept = await run.system('GET', 'messages?direction=outbound&limit=1')
    k.answer('message.channel', kept, { body: { data: [{ id: textIn(bounced, 'id') }] } })
  },
})

const ivr = {
  numbers: ['+15550100142'],
  start: 'main',
  menus: { main: { prompt: 'For scheduling, press 1.', options: [{ dtmf: '1', go_to: { persona: 'clerk' } }] } },
}
const benefits = {
  facts: { name: 'Ada Okafor', dob: '1985-03-04' },
  wants: ['name', 'dob'],
  gives: 'The reference number is R-2210.',
}
const lab = { available: { hours: [] }, voice_mail: 'Please leave a message.' }
const clerk = { speaker: 'clerk', greeting: 'Scheduling, how can I help?', rules: [], otherwise: 'I see.' }

export const voice = scenario({
  name: 'Calls, and a patient who answers them',
  ids: [
    'voice.call',
    'voice.turns',
    'voice.hangup',
    'voice.transcript',
    'voice.ivr',
    'voice.told',
    'voice.voice-mail',
    'voice.call-back',
    'patient.speaks',
    'patient.people',
    'patient.identity',
    'kinds.voice-transcript',
    'checks.phrases',
    'checks.phrase-results',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const phrases = ['your birth date', 'not said']
    const heard = { label: 'heard', assertion: { assert: 'voice-transcript', speaker: 'agent', contains: phrases } }
    const telephone = {
      type: 'Voice',
      name: 'voice',
      config: {
        ivr,
        personas: { clerk, benefits, lab },
        numbers: { '+15550100160': { persona: 'benefits' }, '+15550100161': { persona: 'lab' } },
      },
    }
    const run = await begin(k, 'voice', [telephone], { criteria: [idle, heard] })
    const call = await run.system('POST', 'voice/calls', { to: '+15550100142' })
    k.answer('voice.call', call, { status: 201, body: { id: filled } })
    const target = `voice/calls/${textIn(call, 'id')}`
    const pressed = await run.system('POST', `${target}/turns`, { dtmf: '1' })
    k.answer('voice.ivr', pressed, { status: either(200, 201), text: /how can I help/ })
    const turn = await run.system('POST', `${target}/turns`, { text: 'Please tell me YOUR birth-date.' })
    k.answer('voice.turns', turn, { status: either(200, 201), text: /I see\./ })
    k.answer('voice.hangup', await run.system('POST', `${target}/hangup`), 200)
    k.answer('voice.hangup', await run.system('POST', `${target}/turns`, { text: 'Hello?' }), 409)
    k.answer('voice.transcript', await run.system('GET', target), {
      status: 200,
      body: { turns: each({ speaker: filled }, 2) },
    })
    const asked = must(await run.system('POST', 'voice/calls', { to: '+15550100160' }), 201)
    const tell = (text: string) => run.system('POST', `voice/calls/${textIn(asked, 'id')}/turns`, { text })
    k.answer('voice.told', await tell('DOB March 4, 1985.'), { text: without('R-2210') })
    k.answer('voice.told', await tell('One moment.'), { text: without('date of birth') })
    k.answer('voice.told', await tell('The patient is Ada M. Okafor.'), { text: /R-2210/ })
    const absent = await run.system('POST', 'voice/calls', { to: '+15550100161' })
    k.answer('voice.voice-mail', absent, { status: 201, text: /leave a message/ })

    const judged = must(await run.complete(), 200)
    const half = { body: { checks: [{}, { label: 'heard', score: 0.5 }] } }
    k.answer('kinds.voice-transcript', judged, half)
    k.answer('checks.phrases', judged, half)
    const runs = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}`)
    k.answer('checks.phrase-results', runs, { text: /"phrase_results":\[.*"found":true/ })

    // The desk calls back when its opening hours begin.
    const weekdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '13:00', close: '16:00' }
    const desk = { greeting: 'Records.', available: { hours: [weekdays] }, calls_back: { say: 'The records desk.' } }
    const answering = {
      type: 'Voice',
      name: 'answering machine',
      config: { personas: { desk }, numbers: { '+15550100162': { persona: 'desk' } } },
    }
    const night = { overrides: { clock: 'stepped', seconds_per_call: 0 }, starts_at: '1999-03-04T12:00:00Z' }
    const waiting = await begin(k, 'call back', [answering], night)
    const message = must(await waiting.system('POST', 'voice/calls', { to: '+15550100162' }), 201)
    const recorder = `voice/calls/${textIn(message, 'id')}`
    must(await waiting.system('POST', `${recorder}/turns`, { text: 'Please call me back.' }), 200, 201)
    must(await waiting.system('POST', `${recorder}/hangup`), 200)
    k.answer('voice.call-back', await waiting.system('POST', 'wait', { until: 'event', at_most_seconds: 7200 }), {
      body: { now: '1999-03-04T13:00:00.000Z', arrived: [{ type: 'call.ringing' }] },
    })
    const ringing = await waiting.system('GET', 'voice/calls?status=ringing')
    k.answer('voice.call-back', ringing, { status: 200, body: { data: [{ direction: 'inbound' }] } })
    const answered = await waiting.system('POST', `voice/calls/${at(ringing.body, 'data', 0, 'id')}/answer`)
    k.answer('voice.call-back', answered, { status: 200, text: /The records desk\./ })

    const config = {
      addresses: { voice: ['+15550100177'] },
      facts: { birth_date: '1980-01-01', pain_level: 'Seven of ten.' },
    }
    const patient = await begin(k, 'patient', [
      { type: 'Voice', name: 'voice' },
      { type: 'Patient', name: 'patient', config },
    ])
    const talk = must(await patient.system('POST', 'voice/calls', { to: '+15550100177' }), 201)
    const say = (text: string) => patient.system('POST', `voice/calls/${textIn(talk, 'id')}/turns`, { text })
    k.answer('patient.identity', await say('What is your pain level?'), { text: without('Seven of ten') })
    k.answer('patient.identity', await say('You were born on January 1st, 1980.'), { status: either(200, 201) })
    k.answer('patient.speaks', await say('What is your pain level?'), { text: /Seven of ten/ })

    const people = [
      { name: 'Ada', addresses: { voice: ['+15550100177'] }, identity: 'none', facts: { pain_level: 'Seven of ten.' } },
      {
        name: 'Grace',
        addresses: { voice: ['+15550100178'] },
        identity: 'none',
        facts: { pain_level: 'None at all.' },
      },
    ]
    const family = await begin(k, 'people', [
      { type: 'Voice', name: 'voice' },
      { type: 'Patient', name: 'people', config: { people } },
    ])
    const other = must(await family.system('POST', 'voice/calls', { to: '+15550100178' }), 201)
    const path = `voice/calls/${textIn(other, 'id')}/turns`
    const level = await family.system('POST', path, { text: 'What is your pain level?' })
    k.answer('patient.people', level, { text: /None at all/ })
  },
})

export const decisionSupport = scenario({
  name: 'CDS Hooks',
  ids: ['cds.discovery', 'cds.call', 'cds.feedback', 'cds.cors', 'kinds.sent'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const service = {
      id: 'allergies',
      hook: 'order-sign',
      title: 'Allergies',
      rules: [{ card: { summary: 'Check allergies.', indicator: 'warning', source: { label: 'Clinic' } } }],
    }
    const seen = {
      label: 'seen',
      assertion: { assert: 'cds-response', fields: [{ path: 'hook', expected: 'order-sign' }] },
    }
    const run = await begin(
      k,
      'decision support',
      [{ type: 'CDSHooks', name: 'cds', config: { services: [service] } }],
      { criteria: [idle, seen] },
    )
    const discovery = await run.system('GET', 'cds/cds-services', undefined, { origin: 'https://example.org' })
    k.answer('cds.discovery', discovery, { status: 200, body: { services: [{ id: 'allergies', hook: 'order-sign' }] } })
    k.answer('cds.cors', discovery, { headers: { 'access-control-allow-origin': filled } })
    const called = await run.system('POST', 'cds/cds-services/allergies', {
      hook: 'order-sign',
      hookInstance: '1f0b7e0e-0000-4000-8000-000000000001',
      context: {
        userId: 'Practitioner/1',
        patientId: 'p1',
        draftOrders: { resourceType: 'Bundle', type: 'collection' },
      },
    })
    k.answer('cds.call', called, { status: 200, body: { cards: [{ summary: 'Check allergies.' }] } })
    const card = String(at(called.body, 'cards', 0, 'uuid') ?? 'card')
    const feedback = await run.system('POST', 'cds/cds-services/allergies/feedback', {
      feedback: [{ card, outcome: 'accepted', outcomeTimestamp: '2026-03-02T18:00:00Z' }],
    })
    k.answer('cds.feedback', feedback, {
      status: new Rule('a status from 200 to 299', (status) => Number(status) >= 200 && Number(status) < 300),
    })
    k.answer('kinds.sent', await run.complete(), { body: { checks: [{}, { label: 'seen', score: 1 }] } })
  },
})
