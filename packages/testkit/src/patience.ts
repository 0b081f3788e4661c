/** How long tests wait for what is due: defined only here. */

/**
 * Only a test that fails waits this long, so it may be long: on a machine that is busy with other things, what takes a
 * second elsewhere takes a minute. A test that waits for what must not come uses a short time of its own.
 */
export const patienceMs = 120_000
