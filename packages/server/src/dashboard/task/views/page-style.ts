import { baseStyle } from '../../../site/style/base-style.js'
import { plotStyle } from '../../../site/style/plot-style.js'
import { reportStyle } from '../../../site/style/report-style.js'
import { plainTheme, themeStyle } from '../../../site/style/theme.js'

const ownStyle = /* css */ `
.sealed{color:var(--passed);font-weight:600;white-space:nowrap}.facts .broken{color:var(--failed)}
.steps button{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:6px 12px;cursor:pointer;
white-space:nowrap}
.steps button:hover{border-color:var(--accent)}
.notice{border:1px solid var(--line);border-left:4px solid var(--partial);background:var(--card);border-radius:8px;
padding:10px 16px;margin-top:12px}
.notice{margin:16px 20px 0}
.alarm{border:2px solid var(--failed);background:color-mix(in srgb,var(--failed) 8%,var(--card));border-radius:12px;
padding:16px 20px;margin-top:16px}
.alarm b{color:var(--failed);font-size:17px;display:block}
.alarm ul{margin-top:8px}.alarm li{padding:2px 0;overflow-wrap:anywhere}
.hero{display:grid;grid-template-columns:auto auto minmax(0,1fr);gap:28px;align-items:center;background:var(--card);
border:1px solid var(--line);border-radius:16px;box-shadow:var(--shadow);padding:22px 28px;margin-top:18px}
.say{padding-right:28px;border-right:1px solid var(--line)}
.say{min-width:0}.say p{margin-top:10px;max-width:26ch}
.say .pill{font-size:17px;padding:5px 16px 5px 6px}
nav a{grid-template-columns:20px minmax(0,1fr)}
nav .sign{width:18px;height:18px;font-size:11px;margin-top:2px}
.card{margin:8px 0 24px;padding:20px}
.swatch{margin-right:8px}.legend .swatch{margin-right:0}
.card h2{font-size:18px;margin:0 0 12px;letter-spacing:-.01em}
.card>h3{font-size:15px;margin:22px 0 8px}
.task{padding:0 0 20px;scroll-margin-top:12px}
.task>header{display:flex;gap:16px;justify-content:space-between;align-items:flex-start;padding:18px 20px 14px;
border-bottom:1px solid var(--line);border-top:4px solid var(--tone);border-radius:14px 14px 0 0}
.task h2{margin:0;font-size:18px;letter-spacing:-.01em;overflow-wrap:anywhere}
.task header p{font-size:13.5px;overflow-wrap:anywhere}
.result{display:flex;gap:12px;align-items:center;flex:none}
.figure{font-size:24px;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.task>h3{font-size:15px;margin:26px 20px 10px}
.task>h4{font-size:14px;margin:18px 20px 6px}
.task>h3 .soft{font-weight:400;font-size:13.5px;margin-left:8px}
.task>p.soft,.collection,.task>.scroll,.task>.legend,.task>.fold,.task>.bars{margin-left:20px;margin-right:20px}
.task>.bars{margin-top:18px}
.task>.task-text{margin-top:14px}
.instruction{white-space:pre-wrap;max-width:76ch;padding:8px 0 2px;overflow-wrap:anywhere}
.criteria{border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.criterion+.criterion{border-top:1px solid var(--line)}
.criterion>summary{display:grid;grid-template-columns:20px minmax(0,1fr) auto;gap:4px 12px;padding:10px 20px}
.criterion>summary .sign{margin-top:1px}
.criterion>summary:hover,
.record>summary:hover,.run>summary:hover{background:color-mix(in srgb,var(--accent) 5%,var(--card))}
.tag.guard{border-style:dashed;border-color:var(--soft)}
.axis-note{margin:6px 0 0}.broken-in{margin:0 0 10px}.to-step{margin-left:6px}
.tag.broken{color:var(--failed);border-color:currentColor}
.points{font-variant-numeric:tabular-nums;font-weight:600;color:var(--tone);min-width:38px;text-align:right}
.criterion .body{padding:0 20px 14px 52px}
.details{background:color-mix(in srgb,var(--tone) 7%,var(--card));border-left:3px solid var(--tone);
border-radius:0 8px 8px 0;padding:8px 12px;margin:2px 0 10px;overflow-wrap:anywhere}
tbody tr{border-top:1px solid var(--line)}
.fields,.record table{table-layout:fixed}
.fields th:first-child{width:30%}
.fields .sign{width:16px;height:16px;font-size:10px;margin-right:8px}
.fields .sign.tone-passed{background:none;color:var(--passed)}
tr.wrong td[data-name=found]>code,tr.wrong td[data-name=found]>.long code{color:var(--failed)}
tr.wrong td[data-name=expected]>code{color:var(--passed)}
.missing{font-style:italic;color:var(--errored);border:1px dashed currentColor;border-radius:5px;padding:0 7px;
font-size:12.5px}
.folds{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:8px}
.long>summary{display:flex}.long>summary::before{flex:none}
.fold>summary,.long>summary{color:var(--accent);font-size:13.5px;width:fit-content;max-width:100%}
.fold>summary::before,.long>summary::before,.record>summary::before,.run>summary::before,
.step>summary::before{content:"›";display:inline-block;width:14px;font-weight:700;color:var(--soft);
transition:transform .12s}
.fold[open]>summary::before,.long[open]>summary::before,.record[open]>summary::before,.run[open]>summary::before,
.step[open]>summary::before{transform:rotate(90deg) translate(0,4px)}
.fold[open]{flex-basis:100%;min-width:0}
.long>summary .shorter,.long[open]>summary code{display:none}.long[open]>summary .shorter{display:inline}
.time-line{display:block;max-width:none}
.time-line .lane{stroke:var(--line)}.time-line .name{font-size:12.5px;fill:var(--soft)}
.time-line .pause{stroke:var(--soft);stroke-dasharray:2 4}.time-line .waited{font-size:11px;fill:var(--soft)}
.mark{cursor:pointer}.mark:hover>*{stroke:var(--ink);stroke-width:2}
.step-read{fill:var(--card);stroke:var(--accent);stroke-width:2}.step-write{fill:var(--accent)}
.step-refused{fill:var(--failed)}.step-scenario{fill:var(--errored)}.step-system{fill:var(--partial)}
.step-wait{fill:var(--soft)}.step-seal{fill:var(--soft)}
.column.step-read{fill:color-mix(in srgb,var(--accent) 38%,var(--card));stroke:none}
.steps{margin-top:10px}
.steps .filter{display:flex;gap:8px;flex-wrap:wrap;margin:8px 0}
.steps .filter button{padding:2px 12px;border-radius:999px;font-size:13.5px}
.steps .filter button[aria-pressed=true]{border-color:var(--accent);color:var(--accent);font-weight:600}
.step{border-top:1px solid var(--line)}
.step>summary{display:grid;grid-template-columns:14px 46px 74px 92px minmax(0,1fr) auto auto;gap:10px;padding:5px 0;
font-size:13.5px;align-items:baseline}
.step>summary:hover{background:color-mix(in srgb,var(--accent) 5%,var(--card))}
.step .number,.step .since{color:var(--soft);font-variant-numeric:tabular-nums}
.step .title{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.step .lane-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.step[open] .title{white-space:normal}
.step .status{font-weight:600;font-variant-numeric:tabular-nums;color:var(--soft)}
.step.refused .status{color:var(--failed)}.step.refused .title{color:var(--failed)}
.step .did{color:var(--accent);font-size:12px;border:1px solid currentColor;border-radius:6px;padding:0 6px}
.step .did.none{visibility:hidden}
.step .line{color:var(--soft);font-size:13px;margin-top:8px;overflow-wrap:anywhere}
.step .part{margin:6px 0 0;font-size:12px;color:var(--soft);text-transform:uppercase;letter-spacing:.05em}
.step .inside{padding:0 0 10px 24px}
.collection{margin-top:10px}
.collection>p:first-child{margin:0 0 6px;font-size:13.5px}
.collection>p:first-child code{font-size:13.5px;font-weight:600}
.record{border:1px solid var(--line);border-radius:10px;margin:6px 0;overflow:hidden}
.record>summary{display:flex;gap:10px;padding:7px 12px;align-items:baseline;min-width:0}
.record>summary b{font-weight:600;overflow-wrap:anywhere}
.record .brief{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;flex:1;font-size:13.5px}
.record table{border-top:1px solid var(--line)}
.record th:first-child,.record td:first-child{padding-left:12px;width:28%}
.tag.added{color:var(--passed);border-color:currentColor}.tag.changed{color:var(--accent);border-color:currentColor}
.tag.removed{color:var(--failed);border-color:currentColor}
.record.changed .before,.record.removed .before{background:color-mix(in srgb,var(--failed) 5%,var(--card))}
.record.changed .after,.record.added .after{background:color-mix(in srgb,var(--passed) 5%,var(--card))}
.record td.before,.record td.after{padding-left:10px}.record th+th{padding-left:10px}
.agents,.matrix{min-width:620px}
.agents th[scope=row],.matrix th[scope=row],.flipped th[scope=row]{color:var(--ink);font-weight:560;font-size:14px;
overflow-wrap:anywhere}
.agents tbody td,.agents tbody th,.matrix tbody td,.matrix tbody th,.flipped tbody td,
.flipped tbody th{padding-top:10px;padding-bottom:10px;vertical-align:middle}
.agents th[scope=row]{min-width:110px}
.agents td.number,.agents th.number{text-align:right;font-variant-numeric:tabular-nums}
.agents .plot{width:290px}
.caption{display:block;color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
.pairs{width:auto}
.pairs td,.pairs th{padding:6px 10px;white-space:nowrap;font-variant-numeric:tabular-nums;text-align:right}
.pairs th[scope=row]{position:sticky;left:0;background:var(--card);text-align:left}.pairs .caption{font-size:12px}
.agents+p,.card>p.soft{font-size:13.5px;margin-top:8px;max-width:90ch}.card>p.soft+ul{margin-top:6px}
.verdict-line{display:flex;gap:28px;align-items:center;margin-bottom:16px}
.p{white-space:nowrap}.p b{display:block;font-size:24px;letter-spacing:-.02em}.p .soft{font-size:13px}
.tone-undecided,.tone-unsupported,.tone-unread{--tone:var(--unsupported)}.tone-errored{--tone:var(--errored)}
.both{--own:var(--passed)}.neither{--own:var(--rail)}
.cell{display:inline-flex;gap:8px;align-items:center;margin-right:12px;color:inherit;font-variant-numeric:tabular-nums}
.cell .count{white-space:nowrap}
a.cell{text-decoration:none}
a.cell .count{text-decoration:underline;text-decoration-color:var(--soft);text-underline-offset:3px}
.matrix td>.sign{margin-right:8px}
.run{background:var(--card);border:1px solid var(--line);border-radius:14px;margin:8px 0 16px;box-shadow:var(--shadow)}
.run>summary{display:grid;grid-template-columns:14px 20px minmax(0,1fr) auto;gap:10px;padding:14px 20px;
align-items:center;border-radius:14px}
.run>.hero{box-shadow:none;margin:0 20px 20px;background:var(--bg)}
.run>.task{margin:0 20px 20px;box-shadow:none}
.sign.tone-undecided,.sign.tone-unsupported,.sign.tone-unread,.sign.tone-errored{border-radius:5px}
@media (max-width:900px){.hero{grid-template-columns:auto minmax(0,1fr);gap:16px;padding:16px}
.hero .bars{grid-column:1/-1}.say{border:0;padding:0}.ring{width:92px;height:92px}}
@media (max-width:640px){.task>header{flex-direction:column;gap:10px;padding:14px}
.criterion>summary{padding:10px 14px;grid-template-columns:20px minmax(0,1fr);position:relative}
.criterion .what{padding-right:50px}.criterion .tags{grid-column:2;flex-wrap:wrap;gap:4px 10px}
.criterion .points{position:absolute;top:10px;right:14px}.criterion .body{padding:0 14px 12px}
.task>h3{margin-left:14px;margin-right:14px}
.task>p.soft,.collection,.task>.scroll,.task>.legend,.task>.fold,.task>.bars{margin-left:14px;margin-right:14px}
.card{padding:14px}.card.task{padding:0 0 16px}.run>.task,.run>.hero{margin-left:10px;margin-right:10px}
.fields thead,.record thead{display:none}.fields tr,.record tr{display:block;padding:6px 0}
.fields td,.record td{display:block;width:auto;padding:2px 12px}.record td:first-child{width:auto}
.fields td{padding-left:0}
td[data-name]::before{content:attr(data-name) " ";color:var(--soft);font-size:12.5px}
.agents{min-width:0}.agents .plot{width:auto}.agents thead{display:none}
.agents,.agents tbody,.agents tr,.agents th{display:block}.agents tr{padding:10px 0}
.agents td{display:flex;gap:12px;justify-content:space-between;text-align:right}
.agents tbody td,.agents tbody th{padding:3px 0}.agents td.plot{display:block;text-align:left}
.agents td.plot::before{display:block}
.matrix{min-width:0}.matrix td>.soft{display:block}
.verdict-line{flex-direction:column;align-items:flex-start;gap:10px}
.step>summary{grid-template-columns:14px 40px minmax(0,1fr) auto auto}.step .since,.step .lane-name{display:none}
.run>summary{grid-template-columns:14px 20px minmax(0,1fr)}.run>summary>.pill{display:none}}
@media print{.steps,.folds{display:none!important}.run,.hero{box-shadow:none}
.criterion,.record,.hero,header{break-inside:avoid}.time-line{max-width:100%;height:auto}}
`

/** The style of the page: light and dark, a screen, a phone and paper. */
export const pageStyle: string = themeStyle(plainTheme) + baseStyle + reportStyle + plotStyle + ownStyle
