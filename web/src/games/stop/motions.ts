/** Which cards have moved between two pictures of the table, so that one sees who took what. */
import type { StopItPicture } from '../../net/types';

export interface Motion {
  card: string;
  pile: number; // from its top
  seat: number; // to who took or called it
}

export function motionsOf(before: StopItPicture, after: StopItPicture): Motion[] {
  const left = before.piles.flatMap((pile, number) => (pile.top && (after.piles[number]?.cards ?? 0) < pile.cards ? [{ card: pile.top, pile: number }] : []));
  const motions: Motion[] = [];
  after.seats.forEach((seat, number) => {
    const place = left.findIndex((gone) => gone.card === seat.holding);
    if (place < 0 || before.seats[number]?.holding) return;
    motions.push(...left.splice(place, 1).map((gone) => ({ ...gone, seat: number })));
  });
  const counted = after.last_count !== null && after.last_count.number !== before.last_count?.number;
  const caller = after.called !== null || counted ? after.caller : null;
  if (caller !== null) motions.push(...left.map((gone) => ({ ...gone, seat: caller })));
  return motions;
}
