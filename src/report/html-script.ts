/**
 * The script of the HTML report: it filters what the page already holds and adds keys. Without it everything
 * is readable. It makes no markup from text and loads nothing.
 */
export const htmlScript = `
"use strict";
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const text = document.getElementById("text");
  const rule = document.getElementById("rule");
  const shown = document.getElementById("shown");
  const none = document.getElementById("none");
  const boxes = [...form.querySelectorAll('input[name="severity"]')];
  const ruleLinks = [...document.querySelectorAll("a[data-rule]")];
  const files = [...document.querySelectorAll(".file")].map((element) => ({
    element,
    findings: [...element.querySelectorAll(".finding")].map((finding) => ({
      element: finding,
      severity: finding.dataset.severity,
      rule: finding.dataset.check,
      text: undefined,
    })),
  }));
  const total = files.reduce((sum, file) => sum + file.findings.length, 0);
  const textOf = (file, finding) =>
    (finding.text ??= (file.element.dataset.path + " " + finding.element.textContent).toLowerCase());

  function apply() {
    const severities = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const file of files) {
      let inFile = 0;
      for (const finding of file.findings) {
        const match =
          severities.has(finding.severity) &&
          (rule.value === "" || rule.value === finding.rule) &&
          words.every((word) => textOf(file, finding).includes(word));
        finding.element.hidden = !match;
        if (match) inFile++;
      }
      file.element.hidden = inFile === 0;
      count += inFile;
    }
    shown.textContent = count === total ? total + (total === 1 ? " finding" : " findings") : count + " of " + total;
    none.hidden = count > 0;
    for (const link of ruleLinks) link.setAttribute("aria-pressed", String(link.dataset.rule === rule.value));
  }

  let waiting = 0;
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 80);
  });
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  for (const link of ruleLinks) {
    link.setAttribute("role", "button");
    const press = (event) => {
      event.preventDefault();
      rule.value = rule.value === link.dataset.rule ? "" : link.dataset.rule;
      apply();
    };
    link.addEventListener("click", press);
    link.addEventListener("keydown", (event) => {
      if (event.key === " ") press(event);
    });
  }

  function step(by) {
    const open = files.flatMap((file) => file.findings).map((finding) => finding.element).filter((element) => !element.hidden);
    if (open.length === 0) return;
    const at = open.findIndex((element) => element.contains(document.activeElement));
    const next = open[at < 0 ? (by > 0 ? 0 : open.length - 1) : Math.min(Math.max(at + by, 0), open.length - 1)];
    next.querySelector(".place").focus();
    next.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input[type=search], select");
    if (event.key === "Escape" && typing) event.target.blur();
    if (typing) return;
    if (event.key === "/") { event.preventDefault(); text.focus(); }
    if (event.key === "j") step(1);
    if (event.key === "k") step(-1);
  });

  for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;
  apply();
})();
`;
