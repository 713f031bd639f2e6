import { connector } from './modules/connector/contract.ts'
import { file } from './modules/file/contract.ts'
import { health } from './modules/health/contract.ts'
import { passport } from './modules/passport/contract.ts'
import { platform } from './modules/platform/contract.ts'
import { run } from './modules/run/contract.ts'
import { strategy } from './modules/strategy/contract.ts'
import { strategyData } from './modules/strategy-data/contract.ts'
import { system } from './modules/system/contract.ts'
import { user } from './modules/user/contract.ts'
import { website } from './modules/website/contract.ts'
import { workplace } from './modules/workplace/contract.ts'

/** Every route of the product. A module joins by its line here and in server.ts; a missing handler does not compile. */
export const contracts = {
  passport,
  user,
  website,
  workplace,
  platform,
  connector,
  file,
  strategy,
  strategyData,
  run,
  system,
  health,
}
