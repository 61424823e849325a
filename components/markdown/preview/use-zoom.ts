import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

const [MIN_SCALE, MAX_SCALE] = [0.25, 16];
const STEP = 1.25;
const KEY_PIXELS = 40;
const HOME = { scale: 1, x: 0, y: 0 };

type Point = { x: number; y: number };

/** Zooms by wheel, pinch and keys around a point, and pans by dragging and arrow keys. */
export function useZoom<E extends HTMLElement>() {
  const area = useRef<E>(null);
  const pointers = useRef(new Map<number, Point>());
  const [view, setView] = useState(HOME);

  /** @param at Point that stays in place, relative to the center of the area */
  const zoom = useCallback(
    (factor: number, at: Point = { x: 0, y: 0 }) =>
      setView(({ scale, x, y }) => {
        const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor));
        const by = next / scale;
        return { scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
      }),
    [],
  );
  const pan = ({ x, y }: Point) => setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  const fromCenter = useCallback(({ x, y }: Point): Point => {
    const box = area.current!.getBoundingClientRect();
    return { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 };
  }, []);

  // React's wheel listeners are passive, and can't prevent that the page scrolls.
  useEffect(() => {
    const element = area.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), fromCenter({ x: event.clientX, y: event.clientY }));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [zoom, fromCenter]);

  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const before = pointers.current.get(pointerId);
    if (!before) return;
    const now = { x: clientX, y: clientY };
    const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
    pointers.current.set(pointerId, now);
    if (!other) return pan({ x: now.x - before.x, y: now.y - before.y });
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    zoom(distance(now, other) / Math.max(1, distance(before, other)), fromCenter(middle));
  };
  const forget = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = ARROWS[event.key];
    if (move) pan(move);
    else if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
    else if (event.key === "0") setView(HOME);
    else return;
    event.preventDefault();
  };
  return {
    view,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    reset: () => setView(HOME),
    wiring: {
      ref: area,
      onKeyDown,
      onPointerDown: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<E>) => {
        currentTarget.setPointerCapture(pointerId);
        pointers.current.set(pointerId, { x: clientX, y: clientY });
      },
      onPointerMove,
      onPointerUp: forget,
      onPointerCancel: forget,
    },
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

const ARROWS: Record<string, Point | undefined> = {
  ArrowLeft: { x: KEY_PIXELS, y: 0 },
  ArrowRight: { x: -KEY_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: KEY_PIXELS },
  ArrowDown: { x: 0, y: -KEY_PIXELS },
};
