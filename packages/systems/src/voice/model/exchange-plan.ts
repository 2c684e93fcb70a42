import { configuredPhoneNumber } from '../../addresses/phone-number.js'
import { type Listener, ListenerGroup } from '../../listening.js'
import { type OpeningHours, openingHours } from '../../opening-hours.js'
import type { VoiceConfig, VoiceDestination, VoiceEnd, VoiceLine, VoiceQueue } from '../config.js'
import { defaultVoiceNumber } from '../config.js'
import { type Persona, type Preparation, preparePersona } from './persona.js'

/** The compiled configuration: the parties that answer the telephone. */
export interface ExchangePlan {
  readonly fromNumber: string
  readonly maxCallSeconds: number
  readonly lines: ReadonlyMap<string, VoiceLine>
  readonly ivr: Ivr | undefined
  readonly menus: ReadonlyMap<string, Menu>
  readonly queues: ReadonlyMap<string, VoiceQueue>
  readonly personas: ReadonlyMap<string, Persona>
}

export interface Ivr {
  /** The numbers that it answers; undefined for every number without another party. */
  readonly numbers: ReadonlySet<string> | undefined
  readonly isOpen: OpeningHours
  readonly closed: VoiceEnd
  readonly start: string
}

export interface Menu {
  readonly prompt: string
  readonly options: readonly MenuOption[]
  readonly timeoutSeconds: number | undefined
  readonly maxTries: number
  readonly invalid: string
  readonly timeout: string
  readonly exhausted: VoiceEnd
}

export interface MenuOption {
  /** Tests whether keys select it. */
  readonly keys: (dtmf: string) => boolean
  /** Tests whether words select it. */
  readonly words: Listener
  readonly prompt: string | undefined
  readonly goTo: VoiceDestination
}

function never() {
  return false
}

/**
 * Compiles a configuration. Throws an Error that locates the first invalid value, such as an unknown name, a pattern or
 * a time zone.
 */
export function planExchange(config: VoiceConfig): ExchangePlan {
  const { from_number = defaultVoiceNumber, max_call_seconds = 7200, ivr, personas = {}, numbers = {} } = config
  const { menus = {}, queues = {} } = ivr ?? {}
  const kinds = { menu: menus, queue: queues, persona: personas }
  const check = (target: VoiceDestination | VoiceLine | undefined, place: string): void => {
    for (const kind of ['menu', 'queue', 'persona'] as const) {
      const wanted = target?.[kind]
      if (wanted === undefined || Object.hasOwn(kinds[kind], wanted)) continue
      const known = Object.keys(kinds[kind]).join(', ') || 'none'
      throw new Error(`${place}.${kind}: expected one of the configured names (${known}), got ${wanted}.`)
    }
  }
  const lines = new Map<string, VoiceLine>()
  for (const [text, line] of Object.entries(numbers)) {
    const place = `numbers[${JSON.stringify(text)}]`
    const number = configuredPhoneNumber(text, place)
    if (lines.has(number)) throw new Error(`numbers: expected each number once, got ${number} a second time.`)
    check(line, place)
    lines.set(number, line)
  }
  check(ivr && { menu: ivr.start }, 'ivr.start')
  check(ivr?.closed?.go_to, 'ivr.closed.go_to')
  for (const [name, { go_to }] of Object.entries(queues)) check(go_to, `ivr.queues.${name}.go_to`)
  const spent = { patternWork: 0 }
  return {
    fromNumber: configuredPhoneNumber(from_number, 'from_number'),
    maxCallSeconds: max_call_seconds,
    lines,
    ivr: ivr && {
      numbers: ivr.numbers && new Set(ivr.numbers.map((text, at) => configuredPhoneNumber(text, `ivr.numbers[${at}]`))),
      isOpen: openingHours(ivr, 'ivr'),
      closed: ivr.closed ?? {},
      start: ivr.start,
    },
    menus: new Map(
      Object.entries(menus).map(([name, menu]) => [name, prepareMenu(menu, `ivr.menus.${name}`, { check, spent })]),
    ),
    queues: new Map(Object.entries(queues)),
    personas: new Map(
      Object.entries(personas).map(([name, persona]) => [
        name,
        preparePersona(persona, `personas.${name}`, { check, spent }),
      ]),
    ),
  }
}

type Configured<Kind extends 'menus'> = NonNullable<VoiceConfig['ivr']>[Kind][string]

function prepareMenu(menu: Configured<'menus'>, place: string, { check, spent }: Preparation): Menu {
  const listeners = new ListenerGroup(spent)
  const { prompt, options, timeout_seconds, max_tries = 3, exhausted = {} } = menu
  check(exhausted.go_to, `${place}.exhausted.go_to`)
  return {
    prompt,
    timeoutSeconds: timeout_seconds,
    maxTries: max_tries,
    invalid: menu.invalid ?? 'That is not a valid choice.',
    timeout: menu.timeout ?? 'We did not hear anything.',
    exhausted,
    options: options.map(({ dtmf, digits, say, prompt: said, go_to }, index) => {
      const at = `${place}.options[${index}]`
      check(go_to, `${at}.go_to`)
      const fits = digits === undefined ? never : listeners.compile({ regex: `^(?:${digits})$` }, `${at}.digits`)
      return {
        keys: (keyed) => keyed === dtmf || fits(keyed),
        words: say === undefined ? never : listeners.compile(say, `${at}.say`),
        prompt: said,
        goTo: go_to,
      }
    }),
  }
}
