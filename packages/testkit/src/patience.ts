/** How long tests wait for what is due: the one place where that is said. */

/**
 * Reached only by a test that fails, so it may be long: on a machine that is busy with other things, what takes a second
 * elsewhere takes a minute. A test that waits for what must not come gives a short time of its own.
 */
export const patienceMs = 120_000
