import { type Message, requireMessage } from '../syntax/message.js'
import type { AckCode } from './acknowledge.js'

/**
 * Returns the code of the acknowledgment that a message requests for the outcome AA, AE or AR; undefined if it requests
 * none.
 *
 * If MSH-15 and MSH-16 are empty (original mode), that is always the application acknowledgment. Otherwise (enhanced
 * mode), MSH-16 controls the application acknowledgment (AA, AE, AR) and MSH-15 the accept acknowledgment (CA, CE, CR),
 * as per table 0155: `AL` always, `NE` never, `ER` for errors and rejections, `SU` for success; an empty field counts
 * as `NE`, and any other value as `AL`. If both are due, the application acknowledgment serves as both.
 */
export function acknowledgmentDue(message: Message, code: 'AA' | 'AE' | 'AR'): AckCode | undefined {
  requireMessage(message)
  const accept = message.read('MSH-15') ?? ''
  const application = message.read('MSH-16') ?? ''
  if (accept === '' && application === '') return code
  if (isDue(application, code)) return code
  return isDue(accept, code) ? acceptCodes[code] : undefined
}

const acceptCodes = { AA: 'CA', AE: 'CE', AR: 'CR' } as const

function isDue(condition: string, code: string): boolean {
  switch (condition) {
    case '':
    case 'NE':
      return false
    case 'ER':
      return code !== 'AA'
    case 'SU':
      return code === 'AA'
    default:
      return true
  }
}
