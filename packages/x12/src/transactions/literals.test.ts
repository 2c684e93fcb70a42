import { expect, it } from 'vitest'
import { findTransactionSet } from '../definitions/transaction-sets.js'
import { parseTransactions } from '../syntax/parse.js'
import { validateTransaction } from '../validation/validate.js'

/** Transactions written by hand from the guides, with segments and loops that no builder here writes. */
const literals: readonly (readonly [name: string, lines: string])[] = [
  [
    'Claim payment',
    `
ST*835*1001
BPR*I*230.5*C*ACH*CCP*01*011000015*DA*123456*1512345678**01*021000021*DA*654321*20260120
TRN*1*EFT20260120*1512345678*000000999
REF*EV*CLINIC1
DTM*405*20260119
N1*PR*EXAMPLE HEALTH PLAN*XV*842610001
N3*100 PLAZA
N4*SPRINGFIELD*IL*627010001
REF*2U*12345
PER*CX*CLAIMS*TE*2175550102*EX*12
PER*BL*TECHNICAL*EM*edi@example.org
N1*PE*EXAMPLE CLINIC*XX*1234567893
N3*1 MAIN STREET
N4*SPRINGFIELD*IL*62701
REF*TJ*123456789
LX*1
TS3*1234567893*11*20261231*2*330.5********10**20**30*40**50*60*70*1*80
TS2*10*20*30*40*50*60*2*80*90*4.5*11*12*13*1*15*1.25*17*18*19
CLP*A-1*1*200*150.5*25*12*PC-1*11*1
CAS*CO*45*20
NM1*QC*1*DOE*JANE****MI*M12345
NM1*82*1*SMITH*ANN****XX*1234567893
REF*EA*MRN1
DTM*232*20260102
DTM*050*20260104
AMT*AU*180
SVC*HC:99213:25*120*90.5**1
DTM*472*20260102
CAS*CO*45*20
CAS*PR*3*9.5
REF*6R*1
AMT*B6*100
LQ*HE*N130
SVC*HC:83036*80*60**2**2
DTM*150*20260102
DTM*151*20260103
CAS*PR*1*10**2*10*1
CLP*A-2*22*-130.5*-80**12*PC-2
CAS*CR*45*-50.5
NM1*QC*1*ROE*RICHARD
MOA***MA01
CLP*A-3*4*0*160*0*12*PC-3
NM1*QC*1*POE*PAT
PLB*1234567893*20261231*L6:A-1*-0.25*WO:X2*0.25
SE*45*1001`,
  ],
  [
    'Professional claim',
    `
ST*837*0021*005010X222A1
BHT*0019*00*B-77*20260105*0930*CH
NM1*41*2*EXAMPLE BILLING*****46*SUB1
PER*IC*PAT POE*TE*2175550101*EM*billing@example.org
NM1*40*2*EXAMPLE CLEARINGHOUSE*****46*CH1
HL*1**20*1
PRV*BI*PXC*207Q00000X
NM1*85*2*EXAMPLE CLINIC*****XX*1234567893
N3*1 MAIN STREET
N4*SPRINGFIELD*IL*627010001
REF*EI*123456789
PER*IC*FRONT DESK*TE*2175550103
NM1*87*2
N3*PO BOX 1
N4*SPRINGFIELD*IL*627010001
HL*2*1*22*1
SBR*P**GRP-1******CI
NM1*IL*1*DOE*JOHN****MI*M12345
N3*2 MAIN STREET
N4*SPRINGFIELD*IL*62701
DMG*D8*19800202*M
NM1*PR*2*EXAMPLE HEALTH PLAN*****PI*842610001
REF*2U*LOC1
HL*3*2*23*0
PAT*19
NM1*QC*1*DOE*ANN
N3*2 MAIN STREET
N4*SPRINGFIELD*IL*62701
DMG*D8*20150601*F
REF*Y4*PC-1
PER*IC*PAT DOE*TE*2175550104*EX*12
CLM*A-9*175.25***11:B:1*Y*A*Y*Y*P
DTP*431*D8*20260101
DTP*435*D8*20260102
PWK*OZ*BM***AC*DOC-1
AMT*F5*10
REF*G1*AUTH-1
REF*D9*CLAIM-9
NTE*ADD*SEEN TWICE
CR2********A**ACUTE ON CHRONIC
HI*ABK:J029*ABF:R509
NM1*DN*1*SMITH*ANN****XX*1234567893
NM1*82*1*JONES*BOB****XX*1234567893
PRV*PE*PXC*207Q00000X
NM1*77*2*EXAMPLE CLINIC WEST
N3*3 MAIN STREET
N4*SPRINGFIELD*IL*62701
SBR*S*18*******MB
AMT*D*50
OI***Y*P**Y
NM1*IL*1*DOE*JANE****MI*X1
NM1*PR*2*OTHER PLAN*****PI*842610002
DTP*573*D8*20260103
LX*1
SV1*HC:99213:25*125.25*UN*1***1:2
DTP*472*RD8*20260102-20260103
REF*6R*L1
NM1*82*1*JONES*BOB****XX*1234567893
SVD*842610002*50*HC:99213**1
CAS*CO*45*75.25
DTP*573*D8*20260103
LX*2
SV1*HC:J1885*50*UN*2***1
DTP*472*D8*20260102
LIN**N4*00409379601
CTP****30*ME
LQ*UT*04.04C
FRM*1A*Y
FRM*2**170.5
SE*70*0021`,
  ],
  [
    'Claim status request',
    `
ST*276*0001*005010X212
BHT*0010*13*Q-1*20260105*0930
HL*1**20*1
NM1*PR*2*EXAMPLE HEALTH PLAN*****PI*842610001
HL*2*1*21*1
NM1*41*2*EXAMPLE CLEARINGHOUSE*****46*CH1
HL*3*2*19*1
NM1*1P*2*EXAMPLE CLINIC*****XX*1234567893
HL*4*3*22*1
NM1*IL*1*DOE*JOHN****MI*M12345
HL*5*4*23
DMG*D8*20150601*F
NM1*QC*1*DOE*ANN
TRN*1*TR-1
REF*1K*PC-1
REF*EJ*A-9
AMT*T3*175.25
DTP*472*RD8*20260102-20260103
SVC*HC:99213*125.25*****1
REF*FJ*L1
DTP*472*D8*20260102
SE*22*0001`,
  ],
  [
    'Claim status response',
    `
ST*277*0001*005010X212
BHT*0010*08*Q-1*20260105*0930*DG
HL*1**20*1
NM1*PR*2*EXAMPLE HEALTH PLAN*****PI*842610001
PER*IC*CLAIMS*TE*2175550102
HL*2*1*21*1
NM1*41*2*EXAMPLE CLEARINGHOUSE*****46*CH1
HL*3*2*19*1
NM1*1P*2*EXAMPLE CLINIC*****XX*1234567893
HL*4*3*22*1
NM1*IL*1*DOE*JOHN****MI*M12345
HL*5*4*23
NM1*QC*1*DOE*ANN
TRN*2*TR-1
STC*P1:20:PR*20260104**175.25
REF*1K*PC-1
DTP*472*D8*20260102
SVC*HC:99213*125.25*0****1
STC*P1:20*20260104
REF*FJ*L1
DTP*472*D8*20260102
SE*22*0001`,
  ],
  [
    'Authorization request',
    `
ST*278*0001*005010X217
BHT*0007*13*R-1*20260105*0930
HL*1**20*1
NM1*X3*2*EXAMPLE HEALTH PLAN*****PI*842610001
HL*2*1*21*1
NM1*1P*1*SMITH*ANN****XX*1234567893
N3*1 MAIN STREET
N4*SPRINGFIELD*IL*62701
PER*IC*FRONT DESK*TE*2175550103
HL*3*2*22*1
NM1*IL*1*DOE*JOHN****MI*M12345
HL*4*3*23*1
NM1*QC*1*DOE*ANN
DMG*D8*20150601*F
INS*N*19
HL*5*4*EV*1
TRN*1*EV-1*9123456789
UM*SC*I*2*22:B
REF*BB*AUTH-0
DTP*AAH*RD8*20260201-20260203
HI*ABK:M1711:D8:20260101*ABF:E119
HSD*VS*2
MSG*Conservative treatment for six months
NM1*SJ*1*JONES*BOB****XX*1234567893
PER*IC*WARD*TE*2175550104
HL*6*5*SS*0
SV1*HC:27447:RT*15000*UN*1
HL*7*5*SS*0
DTP*472*D8*20260201
SV2*0120
SE*31*0001`,
  ],
  [
    'Authorization response',
    `
ST*278*0001*005010X217
BHT*0007*11*R-1*20260105*0930*18
HL*1**20*1
NM1*X3*2*EXAMPLE HEALTH PLAN*****PI*842610001
PER*IC*REVIEW*TE*2175550102
HL*2*1*21*1
NM1*1P*1*SMITH*ANN****XX*1234567893
HL*3*2*22*1
NM1*IL*1*DOE*JOHN****MI*M12345
HL*4*3*EV*1
TRN*2*EV-1*9123456789
UM*SC*I*2
HCR*A2*AUTH-1
HI*ABK:M1711
HL*5*4*SS*0
HCR*A1*AUTH-1-1
SV1*HC:27447*15000*UN*1
HL*6*4*SS*0
AAA*N**33*C
HCR*A3**0W
SV1*HC:97110*90*UN*12
SE*22*0001`,
  ],
  [
    'Claim acknowledgment',
    `
ST*277*0001*005010X214
BHT*0085*08*B-77*20260105*0930*TH
HL*1**20*1
NM1*AY*2*EXAMPLE CLEARINGHOUSE*****46*CH1
TRN*1*RCPT-1
DTP*050*D8*20260105
DTP*009*D8*20260105
HL*2*1*21*1
NM1*41*2*EXAMPLE BILLING*****46*SUB1
TRN*2*B-77
STC*A1:19:PR*20260105*WQ*175.25
QTY*90*1
AMT*YU*175.25
HL*3*2*19*1
NM1*85*2*EXAMPLE CLINIC*****XX*1234567893
TRN*1*0
REF*TJ*123456789
QTY*QA*1
AMT*YU*175.25
HL*4*3*PT
NM1*QC*1*DOE*ANN
TRN*2*A-9
STC*A2:20*20260105*WQ*175.25
REF*1K*PC-1
DTP*472*RD8*20260102-20260103
SVC*HC:99213*125.25*****1
STC*A2:20**WQ
REF*FJ*L1
SE*29*0001`,
  ],
  [
    'Implementation acknowledgment',
    `
ST*999*0001*005010X231A1
AK1*HC*42*005010X222A1
AK2*837*0021*005010X222A1
IK3*CLM*30*2300*8
CTX*CLM01:A-9
IK4*5:3*1325*7*9
CTX*SITUATIONAL TRIGGER*CLM*30**5:3
IK4*2*782*1
IK3*HI*38*2300*3
IK5*R*5*I5
AK2*837*0022
IK5*E*I5
AK9*P*2*2*1
SE*14*0001`,
  ],
]

it.each(literals)('%s is valid by its set', (name, lines) => {
  const [transaction] = parseTransactions(`${lines.trim().replaceAll('\n', '~\n')}~`)
  if (transaction === undefined) throw new Error('no transaction')
  expect(findTransactionSet(transaction)?.name).toBe(name)
  expect(validateTransaction(transaction).map(({ message }) => message)).toEqual([])
})

it.each(literals)('%s is invalid without any one of the segments that its set requires', (_, lines) => {
  const all = lines.trim().split('\n')
  for (const [index, line] of all.entries()) {
    if (!/^(BHT|BPR|TRN.1.EFT|CLP|SVC.HC:99213:|CLM|SV1.HC:99213|IK5|AK9|N1|HL)\b/.test(line)) continue
    const rest = all.filter((_, place) => place !== index)
    const [transaction] = parseTransactions(`${rest.join('~')}~`.replace(/SE\*\d+/, `SE*${rest.length}`))
    expect(transaction && validateTransaction(transaction).length, line).toBeGreaterThan(0)
  }
})

it.each([
  ['Claim payment', 'SVC*HC:83036*80*60**2**2', 'SVC*HC:83036*80***2**2'],
  ['Claim status response', 'SVC*HC:99213*125.25*0****1', 'SVC*HC:99213*125.25*****1'],
])('%s requires the payment of a service, unlike a request', (name, from, to) => {
  const lines = literals.find(([own]) => own === name)?.[1] ?? ''
  expect(lines).toContain(from)
  const [transaction] = parseTransactions(`${lines.trim().replace(from, to).replaceAll('\n', '~')}~`)
  expect(transaction && validateTransaction(transaction)).toMatchObject([{ code: 'element-missing', element: 3 }])
})

it.each([
  ['Professional claim', 'CR2********A*', 'CR2*********', 'element-missing'],
  ['Professional claim', 'CR2********A*', 'CR2***C2*****A*', undefined],
  ['Professional claim', 'CR2********A*', 'CR2****C2****A*', 'element-condition'],
  ['Professional claim', 'FRM*1A*Y', 'FRM*1A', 'element-condition'],
  ['Claim payment', '*70*1*80\n', '*70*1*80*1\n', 'too-many-elements'],
  ['Claim payment', '*17*18*19\n', '*17*18*19*20\n', 'too-many-elements'],
])('%s checks %s up to its last element', (name, from, to, code) => {
  const lines = literals.find(([own]) => own === name)?.[1] ?? ''
  expect(lines).toContain(from)
  const [transaction] = parseTransactions(`${lines.trim().replace(from, to).replaceAll('\n', '~')}~`)
  expect(transaction && validateTransaction(transaction).map((problem) => problem.code)).toEqual(code ? [code] : [])
})
