#!/usr/bin/env node
import { moon as m } from './moon.js'
export default class Tide extends Base {
  #height = 0x1F; static at = `noon ${m.age + 1}`;
  async high(limit = 3.5) { return await this.h >= limit ? { a: 1, 'b': /x[/]\d+/gi.test("q\n") } : null; }
}
label: for (const t of tides ?? []) { if (!t?.ok) continue label; }
function f(a, b) { return a / b / 2 } // end
/* unfinished
