/**
 * Lets the tests of a file run in the time zone that its first comment names (`@zone Pacific/Apia`). A zone belongs to a process: Node reads it anew when
 * the real `process.env.TZ` is set, which only this side of a test can do, and a worker runs one file at a time.
 */
export const inZone = (Environment) =>
  class extends Environment {
    #before = process.env.TZ;

    constructor(config, context) {
      const { zone } = context.docblockPragmas;
      setZone(zone);
      super(config, context);
      // What tools/scripts/zones/check.ts holds the clock to.
      this.global.zone = zone;
    }

    async teardown() {
      await super.teardown();
      setZone(this.#before);
    }
  };

function setZone(zone) {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}
