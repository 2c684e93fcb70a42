/** The style of the turns of a task run, after that of {@link pageStyle}. */
export const turnStyle: string = /* css */ `
.choices{display:flex;gap:8px;flex-wrap:wrap;margin:0 0 12px}
.choices button{border:1px solid var(--line);background:var(--card);border-radius:999px;padding:2px 12px;
font-size:13.5px;cursor:pointer}
.choices button:hover{border-color:var(--accent)}
.choices button[aria-pressed=true]{border-color:var(--accent);color:var(--accent);font-weight:600}
.choices .soft{align-self:center;font-size:13.5px}
.find{height:30px;border:1px solid var(--line);background:var(--bg);border-radius:999px;padding:2px 12px;
font-size:13.5px;width:210px;max-width:100%}
.turns .turn.missed{display:none}
.choices.finding{position:sticky;top:0;z-index:1;background:var(--card);padding:8px 0}
::highlight(found){background-color:color-mix(in srgb,var(--partial) 35%,transparent)}
::highlight(here){background-color:var(--accent);color:var(--card)}
.turn{border-top:1px solid var(--line);padding:10px 0 12px;scroll-margin-top:12px;min-width:0}
.turn:target,.beside:target{background:color-mix(in srgb,var(--accent) 8%,var(--card))}
.turn-head{display:flex;gap:10px;align-items:baseline;font-size:13.5px}
.turn-head .number{color:var(--soft);font-variant-numeric:tabular-nums;min-width:28px}
.turn.breaking>.turn-head b,.turn.breaking>.turn-head .number{color:var(--failed)}
.turn>.message,.turn>.fold{margin:6px 0 0 38px;max-width:90ch;white-space:pre-wrap;overflow-wrap:anywhere}
.turn>.fold{white-space:normal}
.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:20px;margin:8px 0 0 38px;
scroll-margin-top:12px}
.beside.quiet{grid-template-columns:minmax(0,1fr)}
.answered{display:flex;gap:6px}.answered>div{min-width:0}
.turns[data-filter=changing] .turn:not(.changing),.turns[data-filter=erring] .turn:not(.erring),
.turns[data-filter=breaking] .turn:not(.breaking){display:none}
.call-name{overflow-wrap:anywhere}.call-name code{font-weight:600}
.given,.answered{margin-top:4px;overflow-wrap:anywhere;min-width:0}
.picture{display:block;max-width:min(100%,720px);height:auto;border:1px solid var(--line);border-radius:4px;
margin-top:6px}
.world{min-width:0}.world .collection{margin:10px 0 0}.world .collection:first-child{margin-top:0}
.world .record table{table-layout:fixed}.world .record th:first-child,.world .record td:first-child{width:36%}
.turn.entry{display:grid;grid-template-columns:minmax(0,1fr);position:relative}
.turn.entry>.turn-head{position:absolute;left:0;top:10px}
.turn.entry>.beside{margin-top:0}
.at{color:var(--soft);font-size:13px;margin-right:10px}
.since{display:inline-block;min-width:56px;color:var(--soft);font-size:13px;margin-right:8px}
.call-name .tag{margin-right:8px}
.pin{display:flex;gap:8px;align-items:flex-start;margin-bottom:8px;overflow-wrap:anywhere}
.pin>span:last-child{min-width:0}
.document{margin:6px 0;overflow-wrap:anywhere}.document>summary{color:var(--ink)}
.said{display:grid;gap:8px;margin:8px 0}
.said li{max-width:78%;border:1px solid var(--line);border-radius:12px;padding:6px 12px;overflow-wrap:anywhere;
white-space:pre-wrap}
.said li .soft{font-size:12.5px}
.said .own{justify-self:end;background:color-mix(in srgb,var(--accent) 8%,var(--card))}
.said .other{justify-self:start;background:var(--code)}
.call .status{font-size:13px;color:var(--soft);font-weight:600;font-variant-numeric:tabular-nums;margin-left:6px}
.call .status.error{color:var(--failed)}
@media (max-width:900px){.beside{grid-template-columns:minmax(0,1fr);gap:8px;margin-left:0}
.turn.entry{grid-template-columns:24px minmax(0,1fr);gap:8px}
.turn.entry>.turn-head{position:static;align-items:flex-start}.turn.entry .number{min-width:0}
.turn>.message,.turn>.fold{margin-left:0}}
@media (max-width:640px){.world .record th:first-child,.world .record td:first-child{width:auto}}
`
