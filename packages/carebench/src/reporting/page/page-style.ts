/** The style of the page: light and dark, a screen, a phone and paper. It has the colours of the conformance report. */
export const pageStyle = /* css */ `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#16202c;--soft:#566372;--line:#dfe4ea;--rail:#e6eaef;--code:#f1f4f7;--accent:#2459c9;
--passed:#117540;--partial:#8a5600;--failed:#bd2a24;--unsupported:#5a6674;--errored:#7a3db8;--scenario:#7a3db8;--system:#8a5600;--shadow:0 1px 2px rgb(20 30 45/.06),0 4px 16px rgb(20 30 45/.05);
--a0:#2459c9;--a1:#b3541e;--a2:#12806a;--a3:#8a3fb0;--a4:#a5781a;--a5:#5a6674}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#0f141a;--card:#171e27;--ink:#e7edf4;--soft:#9aa8b7;--line:#28323e;--rail:#2a3441;--code:#10161d;--accent:#7ea8ff;
--passed:#46c17c;--partial:#f0b04a;--failed:#ff7a70;--unsupported:#a3b0be;--errored:#c79bff;--scenario:#c79bff;--system:#f0b04a;--shadow:none;
--a0:#7ea8ff;--a1:#ff9a66;--a2:#4fd0b3;--a3:#d59bf5;--a4:#e7c25d;--a5:#a3b0be}}
:root[data-theme=dark]{color-scheme:dark;--bg:#0f141a;--card:#171e27;--ink:#e7edf4;--soft:#9aa8b7;--line:#28323e;--rail:#2a3441;--code:#10161d;--accent:#7ea8ff;
--passed:#46c17c;--partial:#f0b04a;--failed:#ff7a70;--unsupported:#a3b0be;--errored:#c79bff;--scenario:#c79bff;--system:#f0b04a;--shadow:none;
--a0:#7ea8ff;--a1:#ff9a66;--a2:#4fd0b3;--a3:#d59bf5;--a4:#e7c25d;--a5:#a3b0be}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
code,pre{font:12.5px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
button{font:inherit;color:inherit}
p{margin:0}
ul,dl,dd,figure{margin:0;padding:0;list-style:none}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-9999px}.skip:focus{left:16px;top:8px;background:var(--card);padding:6px 12px;z-index:3}
.off-screen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.soft{color:var(--soft)}
.page{max-width:1360px;margin:0 auto;padding:28px 32px 20px}
.top{display:flex;gap:16px;align-items:flex-start;justify-content:space-between}
h1{margin:0;font-size:22px;letter-spacing:-.01em;overflow-wrap:anywhere}
.facts{color:var(--soft);margin-top:4px;overflow-wrap:anywhere}
.sealed{color:var(--passed);font-weight:600;white-space:nowrap}.broken{color:var(--failed)}
.buttons{display:flex;gap:8px;flex-wrap:wrap;justify-content:flex-end}
.buttons button,.steps button{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:6px 12px;cursor:pointer;white-space:nowrap}
.buttons button:hover,.steps button:hover{border-color:var(--accent)}
.note,.notice{border:1px solid var(--line);border-left:4px solid var(--partial);background:var(--card);border-radius:8px;padding:10px 16px;margin-top:12px}
.notice{margin:16px 20px 0}
.alarm{border:2px solid var(--failed);background:color-mix(in srgb,var(--failed) 8%,var(--card));border-radius:12px;padding:16px 20px;margin-top:16px}
.alarm b{color:var(--failed);font-size:17px;display:block}
.alarm ul{margin-top:8px}.alarm li{padding:2px 0;overflow-wrap:anywhere}
.hero{display:grid;grid-template-columns:auto auto minmax(0,1fr);gap:28px;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:16px;box-shadow:var(--shadow);padding:22px 28px;margin-top:18px}
.ring{width:116px;height:116px;display:block}
.ring circle{fill:none;stroke-width:12}.ring .rail{stroke:var(--rail)}.ring .arc{stroke:var(--tone);stroke-linecap:round}
.ring text{font-size:29px;font-weight:680;fill:var(--ink);letter-spacing:-.02em}
.say{padding-right:28px;border-right:1px solid var(--line)}
.say p{margin-top:10px;white-space:nowrap}
.say .pill{font-size:17px;padding:5px 16px 5px 6px}
.pill{display:inline-flex;align-items:center;gap:8px;border-radius:999px;padding:3px 13px 3px 4px;font-weight:650;color:var(--tone);background:color-mix(in srgb,var(--tone) 10%,var(--card));white-space:nowrap}
.sign{display:inline-grid;place-items:center;flex:none;width:20px;height:20px;border-radius:50%;background:var(--tone);color:var(--card);font:700 12px/1 system-ui,sans-serif}
.axes{display:grid;gap:10px 28px;grid-template-columns:repeat(auto-fit,minmax(210px,1fr))}
.axes dt{font-weight:560}.axes dt small{color:var(--soft);font-weight:400;font-size:13px;margin-left:4px}
.axes dd{display:flex;gap:12px;align-items:center}
.axes b{font-variant-numeric:tabular-nums;min-width:40px;text-align:right;font-weight:600}
.bar{flex:1;min-width:0;height:9px;border-radius:5px;display:block;overflow:hidden}
.bar .rail{fill:var(--rail)}.bar .fill{fill:var(--tone)}
.columns{display:grid;grid-template-columns:250px minmax(0,1fr);gap:28px;max-width:1360px;margin:0 auto;padding:0 32px 64px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:8px 4px 24px}
nav h2{font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:14px 10px 4px;font-weight:600}
nav a{display:grid;grid-template-columns:20px minmax(0,1fr);gap:10px;padding:7px 10px;border-radius:8px;color:inherit;text-decoration:none;font-size:14px;align-items:start;overflow-wrap:anywhere}
nav a:hover{background:var(--card)}
nav .sign{width:18px;height:18px;font-size:11px;margin-top:2px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow);margin:8px 0 24px;padding:20px}
.card h2{font-size:18px;margin:0 0 12px;letter-spacing:-.01em}
.card>h3{font-size:15px;margin:22px 0 8px}
.task{padding:0 0 20px;scroll-margin-top:12px}
.task>header{display:flex;gap:16px;justify-content:space-between;align-items:flex-start;padding:18px 20px 14px;border-bottom:1px solid var(--line);border-top:4px solid var(--tone);border-radius:14px 14px 0 0}
.task h2{margin:0;font-size:18px;letter-spacing:-.01em;overflow-wrap:anywhere}
.task header p{font-size:13.5px;overflow-wrap:anywhere}
.result{display:flex;gap:12px;align-items:center}
.figure{font-size:24px;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.task>h3{font-size:15px;margin:26px 20px 10px}
.task>h3 .soft{font-weight:400;font-size:13.5px;margin-left:8px}
.task>p.soft,.collection,.task>.scroll,.task>.legend,.task>.fold,.task>.axes{margin-left:20px;margin-right:20px}
.task>.axes{margin-top:18px}
.task>.told{margin-top:14px}
.instruction{white-space:pre-wrap;max-width:76ch;padding:8px 0 2px;overflow-wrap:anywhere}
summary{cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.criteria{border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.criterion+.criterion{border-top:1px solid var(--line)}
.criterion>summary{display:grid;grid-template-columns:20px minmax(0,1fr) auto;gap:4px 12px;padding:10px 20px}
.criterion>summary .sign{margin-top:1px}
.criterion>summary:hover,.record>summary:hover,.run>summary:hover{background:color-mix(in srgb,var(--accent) 5%,var(--card))}
.what b{font-weight:600;display:block;overflow-wrap:anywhere}.what .soft{font-size:13.5px;overflow-wrap:anywhere}
.tags{display:flex;gap:10px;align-items:center;align-self:start}
.tag{font-size:12px;border:1px solid var(--line);border-radius:6px;padding:1px 8px;color:var(--soft);white-space:nowrap}
.tag.guard{border-style:dashed;border-color:var(--soft)}
.points{font-variant-numeric:tabular-nums;font-weight:600;color:var(--tone);min-width:38px;text-align:right}
.criterion .body{padding:0 20px 14px 52px}
.details{background:color-mix(in srgb,var(--tone) 7%,var(--card));border-left:3px solid var(--tone);border-radius:0 8px 8px 0;padding:8px 12px;margin:2px 0 10px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:500;color:var(--soft);padding:5px 14px 5px 0;vertical-align:top}
td{padding:5px 14px 5px 0;vertical-align:top;overflow-wrap:anywhere}
tbody tr{border-top:1px solid var(--line)}
.fields,.record table{table-layout:fixed}
.fields th:first-child{width:30%}
.fields .sign{width:16px;height:16px;font-size:10px;margin-right:8px;vertical-align:middle}
.fields .sign.tone-passed{background:none;color:var(--passed)}
tr.wrong td[data-name=found]>code,tr.wrong td[data-name=found]>.long code{color:var(--failed)}
tr.wrong td[data-name=expected]>code{color:var(--passed)}
.missing{font-style:italic;color:var(--errored);border:1px dashed currentColor;border-radius:5px;padding:0 7px;font-size:12.5px}
.folds{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:8px}
.long>summary{display:flex}
.fold>summary,.long>summary{color:var(--accent);font-size:13.5px;width:fit-content;max-width:100%}
.fold>summary::before,.long>summary::before,.record>summary::before,.run>summary::before,.step>summary::before{content:"›";display:inline-block;width:14px;font-weight:700;color:var(--soft);transition:transform .12s}
.fold[open]>summary::before,.long[open]>summary::before,.record[open]>summary::before,.run[open]>summary::before,.step[open]>summary::before{transform:rotate(90deg) translate(0,4px)}
.fold[open]{flex-basis:100%;min-width:0}
.long[open]>summary code{display:none}.long[open]>summary::after{content:"shorter"}
pre{margin:6px 0;background:var(--code);border:1px solid var(--line);border-radius:8px;padding:10px 12px;overflow:auto;max-height:420px;white-space:pre-wrap}
.scroll{overflow-x:auto;max-width:100%}
.time-line{display:block;max-width:none}
.time-line .lane{stroke:var(--line)}.time-line .name{font-size:12.5px;fill:var(--soft)}
.time-line .pause{stroke:var(--soft);stroke-dasharray:2 4}.time-line .waited{font-size:11px;fill:var(--soft)}
.mark{cursor:pointer}.mark:hover>*{stroke:var(--ink);stroke-width:2}
.step-read{fill:var(--card);stroke:var(--accent);stroke-width:2}.step-write{fill:var(--accent)}.step-refused{fill:var(--failed)}.step-scenario{fill:var(--scenario)}.step-system{fill:var(--system)}.step-seal{fill:var(--soft)}
.column.step-read{fill:color-mix(in srgb,var(--accent) 38%,var(--card));stroke:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13.5px;color:var(--soft);margin-top:6px}
.legend li{display:flex;gap:6px;align-items:center}.legend b{color:var(--ink);font-variant-numeric:tabular-nums}
.steps{margin-top:10px}
.steps .filter{display:flex;gap:8px;flex-wrap:wrap;margin:8px 0}
.steps .filter button{padding:2px 12px;border-radius:999px;font-size:13.5px}
.steps .filter button[aria-pressed=true]{border-color:var(--accent);color:var(--accent);font-weight:600}
.step{border-top:1px solid var(--line)}
.step>summary{display:grid;grid-template-columns:14px 46px 74px 92px minmax(0,1fr) auto auto;gap:10px;padding:5px 0;font-size:13.5px;align-items:baseline}
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
.collection h4{margin:0 0 6px;font-size:13.5px;font-weight:400}.collection h4 code{font-size:13.5px;font-weight:600}
.record{border:1px solid var(--line);border-radius:10px;margin:6px 0;overflow:hidden}
.record>summary{display:flex;gap:10px;padding:7px 12px;align-items:baseline;min-width:0}
.record>summary b{font-weight:600;overflow-wrap:anywhere}
.record .brief{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;flex:1;font-size:13.5px}
.record table{border-top:1px solid var(--line)}
.record th:first-child,.record td:first-child{padding-left:12px;width:28%}
.tag.added{color:var(--passed);border-color:currentColor}.tag.changed{color:var(--accent);border-color:currentColor}.tag.removed{color:var(--failed);border-color:currentColor}
.record.changed .before,.record.removed .before{background:color-mix(in srgb,var(--failed) 5%,var(--card))}
.record.changed .after,.record.added .after{background:color-mix(in srgb,var(--passed) 5%,var(--card))}
.record td.before,.record td.after{padding-left:10px}.record th+th{padding-left:10px}
.agents,.matrix{min-width:620px}
.agents th[scope=row],.matrix th[scope=row],.flipped th[scope=row]{color:var(--ink);font-weight:560;font-size:14px;overflow-wrap:anywhere}
.agents tbody td,.agents tbody th,.matrix tbody td,.matrix tbody th,.flipped tbody td,.flipped tbody th{padding-top:10px;padding-bottom:10px;vertical-align:middle}
.agents td.number,.agents th.number{text-align:right;font-variant-numeric:tabular-nums}
.agents .plot{width:290px}
.caption{display:block;color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
.interval{display:block;width:240px;max-width:none;overflow:visible}
.interval text{font-size:11px;fill:var(--soft)}
.grid{stroke:var(--line)}
.whisker{stroke:var(--own);stroke-width:2.5;stroke-linecap:round}.point{fill:var(--own);stroke:var(--card);stroke-width:2}
.swatch{display:inline-block;width:11px;height:11px;border-radius:3px;background:var(--own);margin-right:8px;flex:none}
.legend .swatch{margin-right:0}
.chart{display:block;width:620px;max-width:none;height:auto}
.chart text{font-size:12px;fill:var(--soft)}
.curve{fill:none;stroke:var(--own);stroke-width:2.5;stroke-linejoin:round}.curve.all{stroke-dasharray:6 5}.dot{fill:var(--own)}
figure{margin-top:20px}figcaption{font-weight:600;margin-bottom:8px}figcaption .soft{font-weight:400;font-size:13.5px;margin-left:8px}
.agents+p,.card>p.soft{font-size:13.5px;margin-top:8px;max-width:90ch}
.verdict-line{display:flex;gap:28px;align-items:center;margin-bottom:16px}
.p{white-space:nowrap}.p b{display:block;font-size:24px;letter-spacing:-.02em}.p .soft{font-size:13px}
.parts{display:block;width:100%;height:20px;border-radius:6px}
.part{fill:var(--own)}
.both{--own:var(--passed)}.neither{--own:var(--rail)}
.cell{display:inline-flex;gap:8px;align-items:center;margin-right:12px;color:inherit;font-variant-numeric:tabular-nums}
a.cell{text-decoration:none}a.cell .count{text-decoration:underline;text-decoration-color:var(--soft);text-underline-offset:3px}
.matrix td>.sign{margin-right:8px;vertical-align:-4px}
.run{background:var(--card);border:1px solid var(--line);border-radius:14px;margin:8px 0 16px;box-shadow:var(--shadow)}
.run>summary{display:grid;grid-template-columns:14px 20px minmax(0,1fr) auto;gap:10px;padding:14px 20px;align-items:center;border-radius:14px}
.run>.hero{box-shadow:none;margin:0 20px 20px;background:var(--bg)}
.run>.task{margin:0 20px 20px;box-shadow:none}
.tone-passed{--tone:var(--passed)}.tone-partial{--tone:var(--partial)}.tone-failed{--tone:var(--failed)}.tone-unsupported,.tone-unread{--tone:var(--unsupported)}.tone-errored{--tone:var(--errored)}
.sign.tone-unsupported,.sign.tone-unread,.sign.tone-errored{border-radius:5px}
.agent-0{--own:var(--a0)}.agent-1{--own:var(--a1)}.agent-2{--own:var(--a2)}.agent-3{--own:var(--a3)}.agent-4{--own:var(--a4)}.agent-5{--own:var(--a5)}
[hidden]{display:none!important}
@media (max-width:900px){.columns{grid-template-columns:minmax(0,1fr);padding:0 14px 48px}nav{display:none}.page{padding:20px 14px 12px}.hero{grid-template-columns:auto minmax(0,1fr);gap:16px;padding:16px}.hero .axes{grid-column:1/-1}.say{border:0;padding:0}.ring{width:92px;height:92px}}
@media (max-width:640px){.top{flex-direction:column}.buttons{justify-content:flex-start}.task>header{flex-direction:column;gap:10px;padding:14px}.criterion>summary{padding:10px 14px}.criterion .body{padding:0 14px 12px}.task>h3{margin-left:14px;margin-right:14px}
.task>p.soft,.collection,.task>.scroll,.task>.legend,.task>.fold,.task>.axes{margin-left:14px;margin-right:14px}.card{padding:14px}.card.task{padding:0 0 16px}.run>.task,.run>.hero{margin-left:10px;margin-right:10px}
.fields thead,.record thead{display:none}.fields tr,.record tr{display:block;padding:6px 0}.fields td,.record td{display:block;width:auto;padding:2px 12px}.record td:first-child{width:auto}.fields td{padding-left:0}
td[data-name]::before{content:attr(data-name) " ";color:var(--soft);font-size:12.5px}
.verdict-line{flex-direction:column;align-items:flex-start;gap:10px}
.step>summary{grid-template-columns:14px 40px minmax(0,1fr) auto auto}.step .since,.step .lane-name{display:none}.run>summary{grid-template-columns:14px 20px minmax(0,1fr)}.run>summary>.pill{display:none}}
@media print{:root{--bg:#fff;--shadow:none}body{font-size:12px}nav,.buttons,.skip,.steps,.folds{display:none!important}.columns{display:block;padding:0}.page{padding:0 0 12px}.card,.run,.hero{box-shadow:none}.criterion,.record,.hero,header{break-inside:avoid}.scroll{overflow:visible}.time-line,.chart{max-width:100%;height:auto}pre{max-height:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`
