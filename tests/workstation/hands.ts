import type { Locator, Page } from 'playwright-core'

/** A way to use the controls of a page: with the mouse, or with the keyboard alone. */
export interface Hands {
  /** Follows a link, presses a button, or opens a fold. */
  press(control: Locator): Promise<void>
  /** Enters a text, or chooses the value of a list. */
  enter(field: Locator, value: string): Promise<void>
}

/** Uses controls with the mouse. */
export const mouse: Hands = {
  press: (control) => control.click(),
  async enter(field, value) {
    if (await isChoice(field)) await field.selectOption(value)
    else await field.fill(value)
  },
}

/** Number of presses of the Tab key after which a control counts as unreachable. */
const maxTabs = 300

/** Creates hands that use the keyboard alone: they press Tab until the control has the focus. */
export function createKeyboard(page: Page): Hands {
  const { keyboard } = page
  const isReached = (control: Locator) => control.evaluate((element) => element.matches(':focus'))
  const reach = async (control: Locator) => {
    for (let tabs = 0; !(await isReached(control)); tabs++) {
      if (tabs === maxTabs) throw new Error(`The keyboard does not reach ${String(control)}.`)
      await keyboard.press('Tab')
    }
  }
  return {
    async press(control) {
      await reach(control)
      await keyboard.press('Enter')
    },
    async enter(field, value) {
      await reach(field)
      const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
      if (date !== null && (await field.getAttribute('type')) === 'date') {
        const [, year = '', month = '', day = ''] = date
        // The parts of a date in the order of an American keyboard.
        return keyboard.type(month + day + year)
      }
      if (!(await isChoice(field))) {
        await keyboard.press('Control+A')
        await keyboard.press('Delete')
        return keyboard.insertText(value)
      }
      const place = await field.locator('option').evaluateAll(
        // A value, or the text that people see.
        (options, wanted) =>
          options.findIndex((one) => one.getAttribute('value') === wanted || one.textContent === wanted),
        value,
      )
      await keyboard.press('Home')
      for (let index = 0; index < place; index++) await keyboard.press('ArrowDown')
    },
  }
}

async function isChoice(field: Locator): Promise<boolean> {
  return (await field.evaluate((element) => element.nodeName)) === 'SELECT'
}
