import type { DayDeclaration } from './declaration.js'

/** Eight pieces of work from eight families. */
export const dayOf8: DayDeclaration = {
  size: 8,
  places: [
    { family: 'claim-status', level: 'E', arrives: '08:00', due: '14:00' },
    {
      family: 'pa-submit',
      branches: ['order-withdrawn'],
      level: 'E',
      arrives: '08:00',
      due: '17:00',
      interaction: 'late fact',
      at: '10:15',
    },
    { family: 'cob-order', level: 'E', arrives: '08:00', due: '17:00' },
    {
      family: 'lab-inbox',
      branches: ['call-first', 'call-backup'],
      level: 'E',
      arrives: '09:40',
      due: '10:40',
      interaction: 'interrupts',
    },
    { family: 'elig-schedule', level: 'E', arrives: '10:30', due: '15:00', interaction: 'moot', at: '11:10' },
    { family: 'pa-rfi', branches: ['fetch'], level: 'E', arrives: '11:00', due: '17:00', interaction: 'tomorrow' },
    {
      family: 'claim-correct',
      level: 'E',
      arrives: '12:00',
      due: '17:00',
      interaction: 'follows',
      after: 'outbound/claim-status.csv',
    },
    {
      family: 'pa-electronic',
      branches: ['denied-appeal'],
      level: 'E',
      arrives: '14:30',
      due: '16:00',
      interaction: 'interrupts',
    },
  ],
}
