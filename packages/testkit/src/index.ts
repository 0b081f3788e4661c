/** For tests and measurements: services as processes, HTTP as bytes, stores with known contents. */
export { eventually, patienceMs, until } from '@plant-store/gate/patience'
export { childrenOf, listProcesses, type Process } from '@plant-store/gate/processes'
// A test that sends bytes also reads them.
export {
  type RawResponse,
  closesConnection,
  RawConnection,
  type Served,
  serveOn,
  valuesOf,
} from '@plant-store/raw-http'
export { exitTidily, showProgress } from './exit-tidily.ts'
export { importPlants, recordsOf, refuseNone } from './import-plants.ts'
export { type LargeWorld, largeWorldPlant, makeLargeWorld } from './large-world.ts'
export { makeWorld, type World } from './make-world.ts'
export { connectRaw, sendRaw } from './send-raw.ts'
export { serveLargeWorld, serveSmallWorld, type SmallService } from './serve-world.ts'
export { expectPicture } from './picture.ts'
export { smallWorld } from './small-world.ts'
export {
  type Exit,
  type Service,
  serviceEnvironment,
  type ServiceOptions,
  startService,
} from './start-service.ts'
export { temporaryDirectory } from './temporary-directory.ts'
export { handleJobs, startWorker, type Worker } from './worker.ts'
