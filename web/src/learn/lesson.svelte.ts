/** A lesson as somebody goes through it: what is on the table, what is said, and what becomes of a choice. */
import { settings } from '../settings.svelte';
import type { Choice, Lesson, LessonStep, Moment, Sight, TableView } from '../net/types';
import { sounds } from '../sound';

const PAUSE = { instant: 0, quick: 500, normal: 900, slow: 1500 }; // between what the others do, in milliseconds

export class Learner {
  step = $state(0);
  reply = $state<string | null>(null); // what is said of a choice that the lesson does not want
  tries = $state(0); // such choices in this step
  private shown = $state(1); // moments of this step that have been shown
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly lesson: Lesson) {}

  get now(): LessonStep {
    return this.lesson.steps[this.step] as LessonStep;
  }

  get last(): boolean {
    return this.step === this.lesson.steps.length - 1;
  }

  /** Whether everything that happens in this step has been shown. */
  get ready(): boolean {
    return this.shown >= this.now.moments.length;
  }

  get moment(): Moment {
    const earlier = this.lesson.steps.slice(0, this.step).flatMap((one) => one.moments);
    return [...earlier, ...this.now.moments.slice(0, this.shown)].at(-1) as Moment;
  }

  get sight(): Sight {
    return this.moment.sight;
  }

  /** The table as it is now. Nobody is in a hurry here. */
  get view(): TableView {
    return { ...this.lesson.table, sights: [this.sight], awaited: this.sight.picture.actors, opens: null };
  }

  /** What can be chosen: everything that the rules allow, once it is the learner's turn in the lesson. */
  get choices(): Choice[] {
    return this.ready && this.now.want !== null ? this.sight.choices : [];
  }

  choose(choice: Choice): void {
    if (choice.do === this.now.want) this.next();
    else {
      this.reply = this.now.answers[choice.do] ?? this.now.otherwise;
      this.tries += 1;
    }
  }

  /** On to the next step; or, while something happens, to the end of that. */
  next(): void {
    if (!this.ready) this.show(this.now.moments.length);
    else if (!this.last) {
      this.turnTo(this.step + 1);
      this.show(Math.min(1, this.now.moments.length));
    }
  }

  back(): void {
    if (this.step === 0) return;
    this.turnTo(this.step - 1);
    this.shown = this.now.moments.length;
  }

  restart(): void {
    this.turnTo(0);
    this.shown = 1;
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private turnTo(step: number): void {
    clearTimeout(this.timer);
    this.step = step;
    this.reply = null;
    this.tries = 0;
  }

  private show(moments: number): void {
    clearTimeout(this.timer);
    this.shown = moments;
    if (moments > 0) (this.moment.news?.results.length ? sounds.trick : sounds.card)();
    if (!this.ready) this.timer = setTimeout(() => this.show(this.shown + 1), PAUSE[settings.pace]);
  }
}
