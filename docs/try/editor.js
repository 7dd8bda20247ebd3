// A text field with line numbers and marked lines.

export class Editor {
  constructor(field, gutter, onChange) {
    this.field = field;
    this.gutter = gutter;
    this.marks = new Map();
    this.lines = 0;
    field.addEventListener('input', () => {
      this.number();
      onChange(field.value);
    });
    field.addEventListener('scroll', () => {
      gutter.scrollTop = field.scrollTop;
    });
  }

  /** Shows a text. */
  show(text, isEditable) {
    this.field.value = text;
    this.field.readOnly = !isEditable;
    this.field.scrollTop = 0;
    this.field.setSelectionRange(0, 0);
    this.number();
  }

  /** Marks lines: a map of numbers to severities. */
  mark(marks) {
    this.marks = marks;
    this.lines = 0;
    this.number();
  }

  /** Puts the cursor on a line. */
  go(line) {
    const before = this.field.value.split('\n').slice(0, line - 1).join('\n').length;
    const start = line > 1 ? before + 1 : 0;
    this.field.focus();
    this.field.setSelectionRange(start, start);
    const height = Number.parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.scrollTop = Math.max(0, (line - 4) * height);
  }

  number() {
    const count = this.field.value.split('\n').length;
    if (count === this.lines) return;
    this.lines = count;
    const numbers = Array.from({ length: count }, (_, index) => {
      const line = document.createElement('span');
      line.textContent = index + 1;
      const severity = this.marks.get(index + 1);
      if (severity) line.className = severity;
      return line;
    });
    this.gutter.replaceChildren(...numbers);
    this.gutter.scrollTop = this.field.scrollTop;
  }
}
