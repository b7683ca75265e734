// What the pages have of their own, beside what they are sent; for the type checker only, no page loads this file.
import * as states from './states';
export * from './states';

/** A button of a state, or one of the screen's own (keypads, paging), which is never sent. */
export type Button = Pick<states.Button, 'id' | 'label'> & Partial<states.Button> & { icon?: string; run?: () => void };

export interface Reply { id: string; ok: boolean; message: string; rule?: string | null }

/** A node and the function that paints an item into it. */
export interface View<T> { node: HTMLElement; paint: (item: T, index: number) => void }
