/** The style of the HTML report. Nothing in it may load anything. */
export const htmlStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f6f3; --card: #ffffff; --line: #e4e1da; --ink: #1d1f23; --soft: #5f636b; --code: #faf9f6;
  --error: #b4233c; --error-wash: #fbe9ec; --warning: #8d5a00; --warning-wash: #fbf0d9;
  --suggestion: #1f5f9e; --suggestion-wash: #e6f0fa; --ok: #1f7a4d; --ok-wash: #e4f4ea; --focus: #3b6fd4;
  --error-bar: #d64560; --warning-bar: #dea22c; --suggestion-bar: #5b9bd8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131518; --card: #1b1e23; --line: #2d3138; --ink: #e7e8ea; --soft: #9ba1ab; --code: #16181c;
    --error: #ff8b9c; --error-wash: #3a1c23; --warning: #efc05f; --warning-wash: #352a14;
    --suggestion: #87bdf2; --suggestion-wash: #182a3d; --ok: #74d3a1; --ok-wash: #15301f; --focus: #86aef7;
    --error-bar: #e2566f; --warning-bar: #d09a2f; --suggestion-bar: #4f8fce;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 var(--sans); overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: .2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
code, .mono { font-family: var(--mono); font-size: .9em; }
.wrap { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 9; background: var(--card); padding: .5rem .8rem; }

.top { padding: 3rem 0 1.75rem; }
.brand { display: flex; align-items: center; gap: .6rem; color: var(--soft); font-size: .87rem; }
.pill { padding: .12rem .6rem; border-radius: 99px; font-weight: 600; font-size: .8rem; }
.pill.clean { color: var(--ok); background: var(--ok-wash); }
.pill.findings, .pill.skipped { color: var(--warning); background: var(--warning-wash); }
.pill.incomplete { color: var(--error); background: var(--error-wash); }
h1 { font-size: clamp(1.7rem, 4.5vw, 2.5rem); line-height: 1.15; letter-spacing: -.022em; margin: .7rem 0 .6rem; font-weight: 680; text-wrap: balance; }
.lede { color: var(--soft); max-width: 60ch; }

.totals { display: grid; grid-template-columns: repeat(4, 1fr); gap: .8rem; margin-bottom: 1.5rem; }
.total { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .95rem 1.1rem 1rem; }
.total dd { font-size: 1.9rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.1; font-variant-numeric: tabular-nums; }
.total dt { color: var(--soft); font-size: .87rem; margin-bottom: .3rem; display: flex; align-items: center; gap: .45rem; }
.total dt::before { content: ""; width: .55rem; height: .55rem; border-radius: 3px; background: var(--line); }
.total.error dt::before { background: var(--error-bar); }
.total.warning dt::before { background: var(--warning-bar); }
.total.suggestion dt::before { background: var(--suggestion-bar); }
.total.zero dd { color: var(--soft); opacity: .6; }
.total.unchecked { border-color: var(--error-bar); background: var(--error-wash); }
.total.unchecked dd, .total.unchecked dt { color: var(--error); }
.total.unchecked dt::before { background: var(--error-bar); }

.panel { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin-bottom: 1.5rem; overflow: clip; }
.panel > h2 { font-size: .95rem; font-weight: 650; padding: .9rem 1.2rem .15rem; }
.panel > .note { color: var(--soft); font-size: .87rem; padding: 0 1.2rem .3rem; }
.skips > h2 { padding-bottom: .7rem; }
.faults { border-color: var(--error-bar); }
.faults > h2 { color: var(--error); background: var(--error-wash); padding: .8rem 1.2rem; }
.faults li, .skips li { padding: .75rem 1.2rem; border-top: 1px solid var(--line); }
.faults li:first-child { border-top: 0; }
.fault-path { font-family: var(--mono); font-size: .87rem; font-weight: 600; }
.fault-code { color: var(--soft); font-size: .8rem; margin-left: .5rem; }
.next { color: var(--soft); }

.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
.bars { padding: .4rem .7rem .8rem; }
.bars a { display: grid; grid-template-columns: minmax(0, 1fr) 3rem; gap: .15rem .8rem; align-items: baseline; padding: .32rem .5rem; border-radius: 8px; text-decoration: none; }
.bars a:hover { background: color-mix(in srgb, var(--ink) 5%, transparent); }
.bars a[aria-pressed="true"] { background: color-mix(in srgb, var(--focus) 14%, transparent); }
.bar-name { font-size: .87rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar-count { text-align: right; font-size: .87rem; font-variant-numeric: tabular-nums; color: var(--soft); }
.bar { grid-column: 1 / -1; width: 100%; height: 6px; border-radius: 3px; background: color-mix(in srgb, var(--ink) 7%, transparent); display: block; overflow: hidden; }
.bar .error { fill: var(--error-bar); }
.bar .warning { fill: var(--warning-bar); }
.bar .suggestion { fill: var(--suggestion-bar); }
.panel summary { cursor: pointer; color: var(--soft); font-size: .87rem; padding: .35rem 1.2rem .9rem; }
.panel summary:hover { color: var(--ink); }

.filter { position: sticky; top: 0; z-index: 3; background: color-mix(in srgb, var(--paper) 90%, transparent); backdrop-filter: blur(10px); border-bottom: 1px solid var(--line); margin-top: .5rem; }
.filter form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; padding-top: .7rem; padding-bottom: .7rem; }
.filter fieldset { border: 0; padding: 0; margin: 0; display: flex; gap: .35rem; }
.chip { position: relative; }
.chip input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; margin: 0; cursor: pointer; }
.chip span { display: block; padding: .34rem .75rem; border: 1px solid var(--line); border-radius: 99px; background: transparent; color: var(--soft); font-size: .84rem; text-decoration: line-through; }
.chip input:checked + span { text-decoration: none; font-weight: 600; border-color: transparent; }
.chip.error input:checked + span { color: var(--error); background: var(--error-wash); }
.chip.warning input:checked + span { color: var(--warning); background: var(--warning-wash); }
.chip.suggestion input:checked + span { color: var(--suggestion); background: var(--suggestion-wash); }
.chip input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px; }
.filter select, .filter input[type="search"] { font: inherit; font-size: .87rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .38rem .65rem; height: 2.2rem; }
.filter select { max-width: 15rem; }
.filter input[type="search"] { flex: 1 1 9rem; min-width: 0; }
.filter button { font: inherit; font-size: .87rem; color: var(--soft); background: none; border: 0; padding: .3rem .4rem; cursor: pointer; text-decoration: underline; text-underline-offset: .2em; }
.filter output { color: var(--soft); font-size: .87rem; font-variant-numeric: tabular-nums; margin-left: auto; min-width: 6.5rem; text-align: right; }
.label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.file { margin-top: 1.6rem; content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.file > h3 { font: 600 .9rem/1.4 var(--mono); padding: 0 .1rem .55rem; display: flex; flex-wrap: wrap; gap: .25rem .8rem; align-items: baseline; }
.file > h3 small { font: .84rem var(--sans); color: var(--soft); }
.found { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: clip; }
.finding { padding: .8rem 1.2rem .95rem; }
.finding + .finding { border-top: 1px solid var(--line); }
.finding[hidden] + .finding { border-top: 0; }
.finding:target { box-shadow: inset 3px 0 0 var(--focus); }
.says { display: grid; grid-template-columns: 5.4rem minmax(0, 1fr) auto 4rem; gap: 0 .8rem; align-items: baseline; margin-bottom: .5rem; }
.severity { font-weight: 650; font-size: .84rem; }
.severity.error { color: var(--error); }
.severity.warning { color: var(--warning); }
.severity.suggestion { color: var(--suggestion); }
.message { font-weight: 520; unicode-bidi: isolate; }
.rule { color: var(--soft); font-size: .84rem; }
.place { color: var(--soft); font: .8rem var(--mono); text-align: right; text-decoration: none; white-space: nowrap; }
.place:hover { text-decoration: underline; }
.older { border: 1px solid var(--line); border-radius: 99px; padding: 0 .5rem; margin-left: .4rem; font-size: .78rem; }
.use { color: var(--ok); font-weight: 400; }
.use code { background: var(--ok-wash); padding: .06rem .35rem; border-radius: 5px; white-space: normal; }
.source { margin-left: 6.2rem; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .9rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .8rem; font: .84rem/1.6 var(--mono); }
.source .number { color: var(--soft); opacity: .75; user-select: none; text-align: right; }
.source .text { white-space: pre-wrap; unicode-bidi: isolate; }
mark { color: inherit; background: none; border-radius: 3px; padding: .08rem 0; text-decoration: underline 2px; text-underline-offset: .22em; text-decoration-skip-ink: none; font-weight: 600; }
.finding.error mark { background: var(--error-wash); text-decoration-color: var(--error-bar); }
.finding.warning mark { background: var(--warning-wash); text-decoration-color: var(--warning-bar); }
.finding.suggestion mark { background: var(--suggestion-wash); text-decoration-color: var(--suggestion-bar); }
.empty { color: var(--soft); padding: 3rem 0; text-align: center; }
footer { color: var(--soft); font-size: .84rem; margin: 2.2rem 0 3.2rem; }
kbd { font: .8em var(--mono); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px; padding: .05rem .35rem; background: var(--card); }

@media (max-width: 46rem) {
  .wrap { padding: 0 1rem; }
  .top { padding: 1.8rem 0 1.3rem; }
  .totals { grid-template-columns: 1fr 1fr; gap: .6rem; }
  .charts { grid-template-columns: 1fr; gap: 0; }
  .filter { position: static; }
  .filter select { flex: 1 1 100%; max-width: none; }
  .filter output { flex: 1 1 100%; text-align: left; margin: 0; }
  .finding { padding: .75rem .9rem .9rem; }
  .says { grid-template-columns: auto minmax(0, 1fr) auto; gap: .1rem .6rem; }
  .source { margin-left: 0; }
  .says .message { grid-row: 2; grid-column: 1 / -1; }
  html { scroll-padding-top: 1rem; }
  footer .keys { display: none; }
}
@media print {
  .filter, .skip { display: none; }
  .file { content-visibility: visible; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
