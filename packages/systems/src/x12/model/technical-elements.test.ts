import { buildClaim, buildInterchange, parseInterchange } from '@carebench/x12'
import { expect, it } from 'vitest'
import { readConnection, submitterTelephone } from './connection.js'
import { findTechnicalFault } from './technical-elements.js'

const provider = { name: 'Sample Clinic', npi: '1234567893' }
const receiver = { name: 'EXAMPLE CLEARINGHOUSE', id: 'CLEARINGHOUSE' }
const at = Date.parse('2026-03-02T18:00:00Z')

/** A claim as the clinic sends it. */
function claimText(telephone: string): string {
  const office = { line: '1 EXAMPLE STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }
  const claim = buildClaim({
    submitter: { name: provider.name, id: provider.npi, telephone },
    receiver,
    billingProvider: { name: provider.name, id: provider.npi, taxId: '987654321', address: office },
    payer: { name: 'PLAN', id: 'PLAN1' },
    subscriber: {
      lastName: 'DOE',
      firstName: 'JANE',
      memberId: 'M12345',
      birthDate: '1985-10-31',
      gender: 'female',
      address: office,
    },
    patientAccount: 'A-1',
    diagnoses: ['E11.9'],
    lines: [{ code: '99213', charge: 100, units: 1, date: '2026-02-27' }],
    reference: 'C17',
    at,
  })
  return buildInterchange({ sender: { id: provider.npi }, receiver, at, controlNumber: 7 }, [claim])
}

const own = claimText('2175550150')
const connection = readConnection({ provider }, [own])

function findFault(text: string): string | undefined {
  const interchange = parseInterchange(text)
  const [transaction] = interchange.transactions
  if (transaction === undefined || connection === undefined) throw new Error('Expected a transaction.')
  return findTechnicalFault(interchange, transaction, connection, receiver, at)
}

it('takes what the connection has, and days of any zone', () => {
  expect(findFault(own)).toBeUndefined()
  expect(findFault(own.replaceAll('Sample Clinic', 'SAMPLE CLINIC'))).toBeUndefined()
  expect(findFault(own.replaceAll('Sample Clinic', 'CLINIC'))).toBeUndefined()
  expect(findFault(own.replaceAll('260302', '260303'))).toBeUndefined()
  expect(findFault(own.replace('TE*2175550150', 'TE*2175550150*FX*2175550151'))).toBeUndefined()
  expect(findFault(claimText(submitterTelephone))).toBeUndefined()
})

it.each<[string, string, string]>([
  ['ISA02', '*00*          *00', '*00*HIV-POS   *00'],
  ['ISA06', '*ZZ*1234567893     *', '*ZZ*PSYCHIATRY     *'],
  ['GS02', 'GS*HC*1234567893*', 'GS*HC*HIVCLINIC*'],
  ['ISA08', '*ZZ*CLEARINGHOUSE  *', '*ZZ*NEWSPAPER      *'],
  ['GS03', '*CLEARINGHOUSE*2026', '*NEWSPAPER*2026'],
  ['ISA09', '*260302*1', '*200101*1'],
  ['GS04', '*CLEARINGHOUSE*20260302*', '*CLEARINGHOUSE*20200101*'],
  ['BHT04', '*C17*20260302*', '*C17*20260401*'],
  ['BHT06', '*CH~', '*RP~'],
  ['NM103 of NM1*41', 'NM1*41*2*Sample Clinic', 'NM1*41*2*Sample HIV Clinic'],
  ['NM103 of NM1*85', 'NM1*85*2*Sample Clinic', 'NM1*85*2*Debt Collectors'],
  ['NM103 of NM1*40', 'NM1*40*2*EXAMPLE CLEARINGHOUSE', 'NM1*40*2*NEWSPAPER'],
  ['PER', 'TE*2175550150', 'TE*3125559999'],
  ['PER', 'TE*2175550150', 'EM*hiv@example.org'],
])('takes nothing else in %s', (path, right, wrong) => {
  expect(own).toContain(right)
  expect(findFault(own.replace(right, wrong))).toMatch(`Expected ${path} to be `)
})

it('checks nothing without a configured provider', () => {
  expect(readConnection({}, [own])).toBeUndefined()
})
