import type { CallPlace } from './model/call-row.js'
import { found, type Scene } from './scene.js'

/** The agent's input in a turn. */
export type TurnInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'dtmf'; readonly keys: string }
  | { readonly kind: 'silence' }

type MenuPlace = Extract<CallPlace, { readonly at: 'menu' }>

/** Processes an input at a menu: chooses the first matching option; other input counts as a failed try. */
export function chooseOption(scene: Scene, place: MenuPlace, input: TurnInput): void {
  if (input.kind === 'silence') {
    retryMenu(scene, place, 'timeout')
    return
  }
  const { options } = found(scene.plan.menus, place.menu)
  const option = options.find(({ keys, words }) => (input.kind === 'dtmf' ? keys(input.keys) : words(input.text)))
  if (option === undefined) {
    retryMenu(scene, place, 'invalid')
    return
  }
  if (option.prompt !== undefined) scene.say('ivr', option.prompt)
  scene.transfer(option.goTo)
}

/** Repeats the prompt, or gives up after the last try. */
export function retryMenu(scene: Scene, { menu, tries }: MenuPlace, reason: 'invalid' | 'timeout'): void {
  const { maxTries, exhausted, ...said } = found(scene.plan.menus, menu)
  if (tries + 1 >= maxTries) {
    scene.conclude(exhausted, 'We are sorry that we cannot help you. Goodbye.')
    return
  }
  scene.say('ivr', said[reason])
  scene.prompt(menu, tries + 1)
}
