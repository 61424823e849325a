"use client";

import { Component, type ReactNode } from "react";
import { reportPageError } from "./page-errors";

type Props = {
  /** What stands in the place of what could not be shown. */
  fallback: (errorId: string) => ReactNode;
  /** When it changes, it is tried again. */
  of?: unknown;
  children: ReactNode;
};
type State = { errorId: string | undefined; of: unknown };

/** Keeps what goes wrong inside from taking the rest of the page along; the server's log has it by its id. */
export class Boundary extends Component<Props, State> {
  override state: State = { errorId: undefined, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { errorId: reportPageError(error) };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { errorId: undefined, of };
  }

  override render(): ReactNode {
    return this.state.errorId === undefined ? this.props.children : this.props.fallback(this.state.errorId);
  }
}
