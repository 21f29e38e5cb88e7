/**
 * Loaded first (`node --import`) into a program whose clock a drill moves: every Date of the program
 * is off by the milliseconds in the file that CLOCK_OFFSET_FILE names. Timers go on, as they do when
 * a machine's clock jumps. PostgreSQL's own clock is not moved.
 */
import { readFileSync } from 'node:fs';

const MachineDate = Date;
const offsetFile = process.env['CLOCK_OFFSET_FILE'];
let offsetMs = 0;

const now = (): number => MachineDate.now() + offsetMs;

if (offsetFile !== undefined) {
  setInterval(() => (offsetMs = Number(readFileSync(offsetFile, 'utf8'))), 100).unref();
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
