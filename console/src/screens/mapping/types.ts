export type {
  LineBody,
  MapChange,
  MapLine,
  Miss,
  ValueMap,
} from '@sluice/api/modules/mapping/contract.ts'
