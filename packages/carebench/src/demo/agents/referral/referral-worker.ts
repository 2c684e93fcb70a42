import type { TaskSession, VoiceCall } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { Chart } from '../chart.js'
import { ClearinghouseWorker } from '../clearinghouse-worker.js'
import { objectsAt, textAt } from '../json-member.js'
import { PortalWorker } from '../portal-worker.js'
import { type Assignment, readAssignment } from './assignment.js'
import type { ReceivedFax } from './referral-fax.js'

const pollEvery = 250
const pollAtMost = 60

/** The systems of the referral desk; every call is narrated. */
export class ReferralWorker {
  readonly assignment: Assignment
  readonly chart: Chart
  readonly clearinghouse: ClearinghouseWorker
  readonly portal: PortalWorker
  readonly say: (step: string) => void
  readonly #session: TaskSession
  readonly #wait: Wait

  constructor(session: TaskSession, say: (step: string) => void, wait: Wait) {
    this.assignment = readAssignment(session.taskItem)
    this.chart = new Chart(session.fhir, say)
    this.clearinghouse = new ClearinghouseWorker(session.system('clearinghouse'), say)
    this.portal = new PortalWorker(session.portal, say, wait)
    this.say = say
    this.#session = session
    this.#wait = wait
  }

  /** The faxes that name a patient, earliest first. */
  async faxesAbout(name: string): Promise<readonly ReceivedFax[]> {
    const rows = objectsAt(await this.#session.fax.list({ direction: 'inbound', limit: '100' }), 'data')
    const faxes: ReceivedFax[] = []
    for (const row of rows.toReversed()) {
      const fax = await this.#session.fax.read(textAt(row, 'id'))
      faxes.push({ from: textAt(fax, 'from_number'), text: textAt(fax, 'text') })
    }
    const found = faxes.filter(({ text }) => text.includes(name))
    this.say(`fax: read ${faxes.length} → ${found.length} about ${name}`)
    return found
  }

  async sendFax(to: string, document_type: string, text: string): Promise<void> {
    const fax = await this.#session.fax.send({ to_number: to, document_type, text })
    this.say(`fax: send ${document_type} to ${to} → ${textAt(fax, 'status')}`)
  }

  /** Calls a number; returns the call, and what is said first. */
  async call(to: string): Promise<{ readonly call: VoiceCall; readonly heard: string }> {
    const call = await this.#session.voice.call(to)
    this.say(`telephone: call ${to} → ${textAt(call.started, 'status').replaceAll('_', ' ')}`)
    return { call, heard: heardIn(call.started) }
  }

  async press(call: VoiceCall, keys: string): Promise<void> {
    await call.press(keys)
    this.say(`telephone: press ${keys}`)
  }

  /** Waits on hold until somebody answers. */
  async hold(call: VoiceCall): Promise<void> {
    for (let poll = 0; poll < pollAtMost && textAt(await call.read(), 'status') === 'on_hold'; poll++) {
      if (poll === 0) this.say('telephone: hold')
      await this.#wait(pollEvery)
    }
  }

  /** Says something; returns the reply. */
  async tell(call: VoiceCall, text: string): Promise<string> {
    const heard = heardIn(await call.say(text))
    this.say(`telephone: "${shorten(text)}" → "${shorten(heard)}"`)
    return heard
  }

  /** Texts a number; returns the id of the message. */
  async text(to: string, body: string): Promise<string> {
    const message = await this.#session.messages.send({ channel: 'sms', to, body })
    this.say(`message: text ${to} → ${textAt(message, 'status')}`)
    return textAt(message, 'id')
  }

  /** Waits for the reply to a message; empty if there is none within fifteen seconds. */
  async awaitAnswer(id: string): Promise<string> {
    for (let poll = 0; poll < pollAtMost; poll++) {
      const [answer] = objectsAt(await this.#session.messages.list({ in_reply_to: id }), 'data')
      if (answer !== undefined) {
        this.say(`message: the answer is "${shorten(textAt(answer, 'body'))}"`)
        return textAt(answer, 'body')
      }
      await this.#wait(pollEvery)
    }
    return ''
  }

  /** Sends an HL7 message. */
  async announce(message: string): Promise<void> {
    const { ack_code } = await this.#session.hl7.send(message)
    this.say(`HL7: send a message → ${ack_code}`)
  }
}

function heardIn(answer: JsonObject): string {
  return objectsAt(answer, 'heard')
    .map((turn) => textAt(turn, 'text'))
    .join(' ')
}

function shorten(text: string): string {
  return text.length > 44 ? `${text.slice(0, 43)}…` : text
}
