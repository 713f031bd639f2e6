export type {
  LineBody,
  MapChange,
  MapLine,
  Miss,
  ValueMap,
} from '@sluice/api/modules/mapping/mapping/contract.ts'
