export type * from '../../../docs/protocol/messages';
