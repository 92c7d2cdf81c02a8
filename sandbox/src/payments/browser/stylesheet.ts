const RULES = `
.sandbox-element.sandbox-element {
  --sandbox-accent: #4f46e5;
  --sandbox-danger: #dc2626;
  --sandbox-line: color-mix(in srgb, currentColor 16%, transparent);
  container-type: inline-size;
  display: block;
  width: 100%;
  text-align: start;
}
.sandbox-element .sandbox-fields {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.75rem 1rem;
}
.sandbox-element .sandbox-field {
  min-width: 0;
}
.sandbox-element .sandbox-field[data-field='number'] {
  grid-column: 1 / -1;
}
.sandbox-element label {
  display: block;
  margin: 0 0 0.25rem;
  font-size: 0.8125em;
  font-weight: 500;
  line-height: 1.25;
  letter-spacing: normal;
  color: inherit;
  opacity: 0.75;
}
.sandbox-element .sandbox-entry {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  padding-bottom: 0.375rem;
  border-bottom: 1px solid var(--sandbox-line);
  transition: border-color 120ms, box-shadow 120ms;
}
.sandbox-element .sandbox-entry:focus-within {
  border-color: var(--sandbox-accent);
  box-shadow: 0 1px 0 0 var(--sandbox-accent);
}
.sandbox-element .sandbox-field[data-invalid] .sandbox-entry {
  border-color: var(--sandbox-danger);
  box-shadow: 0 1px 0 0 var(--sandbox-danger);
}
.sandbox-element .sandbox-entry svg {
  flex: none;
}
.sandbox-element[data-hide-icon] .sandbox-entry svg {
  display: none;
}
.sandbox-element.sandbox-element input {
  all: unset;
  box-sizing: border-box;
  flex: 1;
  min-width: 0;
  width: 100%;
  min-height: 1.75em;
  font: inherit;
  font-variant-numeric: tabular-nums;
  line-height: 1.5;
  color: inherit;
  cursor: text;
}
.sandbox-element input::placeholder {
  color: var(--sandbox-placeholder, color-mix(in srgb, currentColor 58%, transparent));
  opacity: 1;
}
.sandbox-element input:disabled {
  opacity: 0.55;
  cursor: not-allowed;
}
.sandbox-element .sandbox-field[data-invalid] input {
  color: var(--sandbox-invalid, var(--sandbox-danger));
}
.sandbox-element .sandbox-note {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  margin: 0.75rem 0 0;
  font-size: 0.8125em;
  line-height: 1.35;
  color: inherit;
  opacity: 0.85;
}
.sandbox-element .sandbox-note::before {
  content: '';
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  border-radius: 50%;
  background: #f59e0b;
}
.sandbox-element .sandbox-visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@container (max-width: 17rem) {
  .sandbox-element .sandbox-entry {
    gap: 0.375rem;
  }
  .sandbox-element.sandbox-element input {
    font-size: 0.92em;
  }
}
@container (min-width: 27rem) {
  .sandbox-element .sandbox-fields {
    grid-template-columns: minmax(0, 1fr) 8.5em 5em;
  }
  .sandbox-element .sandbox-field[data-field='number'] {
    grid-column: auto;
  }
}
@media (prefers-reduced-motion: reduce) {
  .sandbox-element .sandbox-entry {
    transition: none;
  }
}
dialog.sandbox-dialog {
  box-sizing: border-box;
  width: min(26rem, calc(100vw - 2rem));
  margin: auto;
  padding: 1.5rem;
  border: 1px solid #e2e8f0;
  border-radius: 1rem;
  background: #fff;
  color: #0f172a;
  font: 16px/1.5 system-ui, sans-serif;
  text-align: start;
  box-shadow: 0 24px 64px rgb(15 23 42 / 0.28);
}
dialog.sandbox-dialog::backdrop {
  background: rgb(15 23 42 / 0.55);
}
.sandbox-dialog .sandbox-bank {
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin: 0 0 1rem;
  padding-bottom: 0.75rem;
  border-bottom: 1px solid #e2e8f0;
  font-size: 0.875rem;
  color: #475569;
}
.sandbox-dialog .sandbox-bank b {
  padding: 0.125rem 0.5rem;
  border-radius: 999px;
  background: #fef3c7;
  color: #78350f;
  font-weight: 600;
  font-size: 0.8125rem;
}
.sandbox-dialog h2 {
  margin: 0 0 0.5rem;
  font-size: 1.25rem;
  font-weight: 650;
  line-height: 1.3;
}
.sandbox-dialog p {
  margin: 0 0 1.25rem;
}
.sandbox-dialog .sandbox-actions {
  display: grid;
  gap: 0.625rem;
}
.sandbox-dialog button {
  all: unset;
  box-sizing: border-box;
  padding: 0.6875rem 1rem;
  border: 1px solid #cbd5e1;
  border-radius: 0.625rem;
  font-weight: 600;
  text-align: center;
  cursor: pointer;
}
.sandbox-dialog button:hover {
  background: #f8fafc;
}
.sandbox-dialog button[data-outcome='succeeded'] {
  border-color: #4338ca;
  background: #4338ca;
  color: #fff;
}
.sandbox-dialog button[data-outcome='succeeded']:hover {
  background: #3730a3;
}
.sandbox-dialog button:focus-visible {
  outline: 3px solid #818cf8;
  outline-offset: 2px;
}
.sandbox-dialog button:disabled {
  opacity: 0.6;
  cursor: progress;
}
`;

let adopted = false;

/** Adds our styles to the page once. A constructed stylesheet works with a strict CSP. */
export function adoptStyles(): void {
  if (adopted || !('adoptedStyleSheets' in document)) return;
  adopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
